/** Days of a season, as date fields have them (`2026-11-16`), at local midnight. */

const two = (number: number): string => String(number).padStart(2, '0')

/** The day of a time. */
export function dayOf(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The beginning of a day, some days later; null if it is none. */
export function midnight(day: string, later = 0): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!parts) return null
  const at = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later).getTime()
  return at >= 0 ? at : null
}

/** The last day of a season that ends before a time. */
export const lastDay = (ends: number): string => dayOf(ends - 1)
