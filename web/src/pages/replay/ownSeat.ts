/** The viewer's seat, by the name of this device; null unless exactly one seat has that name. */
export function ownSeat(names: readonly string[], own: string): number | null {
  const wanted = own.trim()
  const seat = names.indexOf(wanted)
  return wanted && seat >= 0 && names.lastIndexOf(wanted) === seat ? seat : null
}
