/** Puts a screen reader at the heading of what has just been opened. */
export function arrived(heading: HTMLElement): void {
  heading.focus({ preventScroll: true })
}
