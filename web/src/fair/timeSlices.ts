// Cooperative scheduling: long work in time slices, so that the page stays responsive.

/** Work that can pause wherever it yields. */
export type Work<T> = Generator<void, T>

const SLICE = 8

/** Runs work in slices of a few milliseconds. Messages schedule them, since timers are throttled in hidden pages. */
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

/** Runs work without a pause. */
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
