/** A choice as it is listed. */
export interface RankedChoice {
  name: string
  value: string
  /** How far it is behind the best one. */
  behind: string
  /** The length of its bar, 0 to 1. */
  share: number
  best: boolean
}
