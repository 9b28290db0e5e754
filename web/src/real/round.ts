/** The people of the last real table on this device, so that their names are not typed every evening. */

const KEY = 'knobel.round'

export function lastRound(store: Pick<Storage, 'getItem'> = localStorage): string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

export function keepRound(names: readonly string[], store: Pick<Storage, 'setItem'> = localStorage): void {
  try {
    store.setItem(KEY, JSON.stringify(names))
  } catch {
    // Without storage the names are typed again.
  }
}
