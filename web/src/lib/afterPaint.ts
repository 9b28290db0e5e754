/** Runs a function after the next paint. Focusing and scrolling while components mount would force extra layouts. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}

/** Focuses the heading of an opened page for screen readers, unless the focus has moved meanwhile. */
export function focusHeading(heading: HTMLElement): void {
  const before = document.activeElement
  afterPaint(() => {
    const now = document.activeElement
    if (now === before || now === document.body) heading.focus({ preventScroll: true })
  })
}
