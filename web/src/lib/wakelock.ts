/** Keeps the screen on while a game runs; gives back a function that lets it sleep again. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let wanted = true

  const hold = async (): Promise<void> => {
    if (!wanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      lock = await navigator.wakeLock.request('screen')
      if (!wanted) await lock.release()
    } catch {
      // A battery saver says no; the game does not need it.
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
