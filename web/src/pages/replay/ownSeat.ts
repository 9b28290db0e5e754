/** The seat of whoever looks, by the name that this device plays under; null if nobody, or more than one, is called so. */
export function ownSeat(names: readonly string[], own: string): number | null {
  const wanted = own.trim()
  const seat = names.indexOf(wanted)
  return wanted && seat >= 0 && names.lastIndexOf(wanted) === seat ? seat : null
}
