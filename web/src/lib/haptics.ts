import { settings } from './settings.svelte'

/** A short vibration, if the device supports it and the setting is on. */
export function buzz(pattern: number | number[]): void {
  // Before the first touch browsers refuse and log a warning.
  if (settings.haptics && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}
