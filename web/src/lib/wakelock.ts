/** Screen wake lock: keeps the screen on while a game runs; returns a function that releases it. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let wanted = true

  const hold = async (): Promise<void> => {
    if (!wanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      lock = await navigator.wakeLock.request('screen')
      if (!wanted) await lock.release()
    } catch {
      // Refused, for example by a battery saver; the game works without it.
    }
  }

  const again = (): void => void hold() // a hidden page loses its lock
  document.addEventListener('visibilitychange', again)
  void hold()
  return () => {
    wanted = false
    document.removeEventListener('visibilitychange', again)
    void lock?.release()
  }
}
