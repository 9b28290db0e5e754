/** A phone that is shaken in the hand, where its sensor may be read without asking. */

/** Acceleration in m/s², and how long the phone is calm before the dice fly. */
const HARD = 11
const CALM_MS = 350

/** Calls `shaken` while the phone is shaken, and `calm` once after that. The function that is returned ends it. */
export function whileShaken(shaken: () => void, calm: () => void): () => void {
  if (typeof DeviceMotionEvent === 'undefined' || 'requestPermission' in DeviceMotionEvent) return () => {}
  let rest: ReturnType<typeof setTimeout> | undefined
  const moved = ({ acceleration }: DeviceMotionEvent): void => {
    if (Math.hypot(acceleration?.x ?? 0, acceleration?.y ?? 0, acceleration?.z ?? 0) < HARD) return
    shaken()
    clearTimeout(rest)
    rest = setTimeout(calm, CALM_MS)
  }
  addEventListener('devicemotion', moved)
  return () => {
    removeEventListener('devicemotion', moved)
    clearTimeout(rest)
  }
}
