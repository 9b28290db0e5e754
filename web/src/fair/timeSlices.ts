// Long work in slices, so that a page can paint and listen in between.

/** Work that can be interrupted wherever it yields. */
export type Work<T> = Generator<void, T>

const SLICE = 8

/** Does the work beside everything else. Messages wake it, not timers: those hardly run in a hidden page. */
export async function runInSlices<T>(work: Work<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE
    do {
      const { done, value } = work.next()
      if (done) return value
    } while (performance.now() < end)
    await breath()
  }
}

/** Does the work without a pause. */
export function runToEnd<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
