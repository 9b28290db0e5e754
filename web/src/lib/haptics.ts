import { settings } from './settings.svelte'

/** A short buzz, where the device can and the player likes it. */
export function buzz(pattern: number | number[]): void {
  // Before the first touch browsers refuse, and say so in their console.
  if (settings.haptics && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}
