/** Colours of dice and cups. Lightness and marks differ, too, for colour-blind players. */

export const MARKS = ['round', 'diamond', 'square', 'triangle', 'cross', 'ring'] as const
export type Mark = (typeof MARKS)[number]

export interface DiceColour {
  /** Ends the key `web-dice-colour-…` of its name. */
  name: string
  body: string
  pip: string
  mark: Mark
  /** A second line along the edges tells the seventh player from the first. */
  lined: boolean
}

const INK = '#1d1611'
const CREAM = '#fbf5e6'

/** The white dice of a table. */
export const IVORY: DiceColour = { name: 'ivory', body: '#f7efdc', pip: INK, mark: 'round', lined: false }

export const PLAYER_COLOURS: readonly DiceColour[] = [
  { name: 'red', body: '#b3361f', pip: CREAM, mark: 'round', lined: false },
  { name: 'blue', body: '#2257a8', pip: CREAM, mark: 'diamond', lined: false },
  { name: 'amber', body: '#f0b93a', pip: INK, mark: 'square', lined: false },
  { name: 'green', body: '#3aa482', pip: INK, mark: 'triangle', lined: false },
  { name: 'plum', body: '#47183f', pip: CREAM, mark: 'cross', lined: false },
  { name: 'sky', body: '#9fd0f0', pip: INK, mark: 'ring', lined: false },
]

/**
 * The colour of a seat. `liked` names the colour that the viewer likes best: the viewer gets it, and the seat that
 * would have had it takes the viewer's, so that no two seats look alike. Jörg has the seat after the last.
 */
export function seatColour(seat: number, you: number | null = null, liked = 'seat'): DiceColour {
  const count = PLAYER_COLOURS.length
  const wanted = PLAYER_COLOURS.findIndex(({ name }) => name === liked)
  let place = seat
  if (you !== null && wanted >= 0) {
    if (seat === you) place = wanted
    else if (seat === wanted) place = you
  }
  const colour = PLAYER_COLOURS[place % count]!
  return place < count ? colour : { ...colour, lined: true }
}
