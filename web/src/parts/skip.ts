/** Ends the animations inside an element on a tap or Escape. The event is not consumed. */
export function skippable(element: HTMLElement): () => void {
  const finish = (): void => {
    for (const animation of element.getAnimations({ subtree: true })) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
  }
  const pressed = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') finish()
  }
  addEventListener('pointerdown', finish)
  addEventListener('keydown', pressed)
  return () => {
    removeEventListener('pointerdown', finish)
    removeEventListener('keydown', pressed)
  }
}
