/** A choice as it is listed. */
export interface RankedChoice {
  name: string
  value: string
  /** The difference to the best choice. */
  behind: string
  /** The length of its bar, 0 to 1. */
  share: number
  best: boolean
}
