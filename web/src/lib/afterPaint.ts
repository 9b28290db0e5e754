/**
 * Runs something once the page has been laid out and painted. Focusing and scrolling need the layout: asked for in the
 * middle of mounting they would have it made there, and the rest of the mounting would spoil it again.
 */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}

/** Puts a screen reader at the heading of what has just been opened, unless somebody is somewhere else by then. */
export function focusHeading(heading: HTMLElement): void {
  const before = document.activeElement
  afterPaint(() => {
    const now = document.activeElement
    if (now === before || now === document.body) heading.focus({ preventScroll: true })
  })
}
