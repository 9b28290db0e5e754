/** The picture of a result, drawn on a canvas: no server, no image and no font is loaded. Names are text, never markup. */

import type { DiceColour } from '../../parts/colours'
import { facePath } from '../../parts/pips'

export const WIDTH = 1080
export const HEIGHT = 1350

export interface PictureDice {
  owner: string
  label: string
  dice: readonly number[]
  /** Null for fields of the box. */
  colour: DiceColour | null
}

export interface PictureRow {
  name: string
  label: string
  dice: readonly number[]
  colour: DiceColour | null
  points: string
  mark: 'won' | 'lost' | null
}

export interface Picture {
  game: string
  headline: string
  why: string
  /** The decisive dice; none for an evening of many games. */
  groups: readonly PictureDice[]
  points: string
  rows: readonly PictureRow[]
  date: string
}

const SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', 'Noto Serif', Georgia, serif"
const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
/** The dark theme, whatever the page wears: wood, felt, brass and paper. */
const WOOD = '#2c1c11'
const SEAM = '#1b110a'
const EDGE = '#5c3d26'
const FELT = '#1f4a3a'
const FELT_DEEP = '#173a2d'
const INK = '#f5ecdb'
const SOFT = '#cdbb9f'
const BRASS = '#d8b25c'
const PAPER = '#f3e9d2'
const PAPER_INK = '#2c2118'
const PAPER_SOFT = '#5e4d3b'
const BAD = '#962a14'

const MARGIN = 64
const FOOT = 70
const FELT_HEIGHT = 262
const ROW_HEAD = 56
/** Room in a row for the name and for the label after it, whose letters are smaller. */
const BESIDE_DICE = { name: 290, label: 300, small: 0.75 }
const WITHOUT_DICE = { name: 380, label: 400, small: 0.6 }

/** Draws a picture; its parts follow from top to bottom, and the room that is left is divided between them. */
export function draw(pen: CanvasRenderingContext2D, picture: Picture): void {
  wood(pen)
  pen.textBaseline = 'alphabetic'
  const headline = split(pen, picture.headline, { size: 76, most: 2, serif: true })
  const why = split(pen, picture.why, { size: 34, most: 3, serif: false })
  const table = picture.groups.length ? FELT_HEIGHT + 28 : 0
  const fixed = 162 + headline.length * 95 + why.length * 43 + table + ROW_HEAD + FOOT + 40
  const high = Math.max(36, Math.min(table ? 96 : 150, (HEIGHT - fixed) / picture.rows.length))
  const gap = Math.max(0, HEIGHT - fixed - high * picture.rows.length) / 4
  let y = 108 + gap
  write(pen, picture.game, MARGIN, y, { size: 40, colour: BRASS })
  y += 84
  for (const line of headline) y = below(pen, line, y, { size: 76, colour: INK })
  y -= 26
  for (const line of why) y = below(pen, line, y, { size: 34, colour: SOFT, serif: false, bold: false })
  y += gap - 8
  if (table) felt(pen, picture.groups, y)
  standings(pen, picture, y + table + gap, high)
  write(pen, picture.date, MARGIN, HEIGHT - 34, { size: 28, colour: SOFT })
  write(pen, 'knobel', WIDTH - MARGIN, HEIGHT - 34, { size: 34, colour: BRASS, align: 'right' })
}

function wood(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = WOOD
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = 'rgb(255 214 160 / 3%)'
  for (let x = 0; x < WIDTH; x += 9) pen.fillRect(x, 0, 2, HEIGHT)
  pen.fillStyle = SEAM
  for (let x = 215; x < WIDTH; x += 216) pen.fillRect(x, 0, 3, HEIGHT)
}

interface Style {
  size: number
  colour: string
  serif?: boolean
  bold?: boolean
  align?: CanvasTextAlign
  /** Longer texts are shortened. */
  room?: number
}

function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, style: Style): void {
  pen.font = `${style.bold === false ? 400 : 600} ${style.size}px ${style.serif === false ? SANS : SERIF}`
  pen.fillStyle = style.colour
  pen.textAlign = style.align ?? 'left'
  pen.fillText(
    shortened(text, style.room ?? WIDTH - 2 * MARGIN, (part) => pen.measureText(part).width),
    x,
    y,
  )
}

/** A text that is not wider than its room; what is left out is told by an ellipsis. */
export function shortened(text: string, room: number, width: (text: string) => number): string {
  if (width(text) <= room) return text
  const letters = [...text]
  while (letters.length && width(`${letters.join('')}…`) > room) letters.pop()
  return `${letters.join('')}…`
}

/** The lines of a text in a room, at most so many; the last one may be too long. */
export function wrapped(text: string, room: number, most: number, width: (text: string) => number): string[] {
  const found: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (line && found.length < most - 1 && width(longer) > room) {
      found.push(line)
      line = word
    } else line = longer
  }
  return line ? [...found, line] : found
}

interface Block {
  size: number
  most: number
  serif: boolean
}

function split(pen: CanvasRenderingContext2D, text: string, { size, most, serif }: Block): string[] {
  pen.font = `${serif ? 600 : 400} ${size}px ${serif ? SERIF : SANS}`
  return wrapped(text, WIDTH - 2 * MARGIN, most, (part) => pen.measureText(part).width)
}

/** Writes a line; the baseline of the next one. */
function below(pen: CanvasRenderingContext2D, line: string, y: number, style: Style): number {
  write(pen, line, MARGIN, y, style)
  return y + style.size * 1.25
}

/** The decisive dice on felt. */
function felt(pen: CanvasRenderingContext2D, groups: readonly PictureDice[], y: number): void {
  const height = FELT_HEIGHT
  const count = groups.reduce((sum, { dice }) => sum + dice.length, 0)
  const gap = 14
  const room = WIDTH - 2 * MARGIN - 60 * groups.length
  const size = Math.min(112, room / Math.max(count, 1) - gap)
  const light = pen.createRadialGradient(WIDTH / 2, y + height / 3, 40, WIDTH / 2, y + height / 2, WIDTH / 2)
  light.addColorStop(0, FELT)
  light.addColorStop(1, FELT_DEEP)
  box(pen, MARGIN, y, WIDTH - 2 * MARGIN, height, 28, light, EDGE)
  const widths = groups.map(({ dice }) => Math.max(dice.length * (size + gap) - gap, 200))
  const between = (WIDTH - 2 * MARGIN - widths.reduce((sum, width) => sum + width, 0)) / (groups.length + 1)
  let x = MARGIN + between
  groups.forEach((group, place) => {
    const width = widths[place]!
    row(pen, group, x + width / 2, y + 92, size, gap)
    write(pen, group.owner, x + width / 2, y + 196, centred(32, INK, width + between))
    write(pen, group.label, x + width / 2, y + 234, centred(30, BRASS, width + between))
    x += width + between
  })
}

const centred = (size: number, colour: string, room: number): Style => ({ size, colour, room, align: 'center', serif: false })

/** Dice or fields side by side, around a centre. */
function row(
  pen: CanvasRenderingContext2D,
  { dice, colour }: Pick<PictureDice, 'dice' | 'colour'>,
  x: number,
  y: number,
  size: number,
  gap: number,
): void {
  const left = x - (dice.length * (size + gap) - gap) / 2
  dice.forEach((value, place) => {
    const at = left + place * (size + gap)
    if (colour) die(pen, value, colour, at, y - size / 2, size)
    else field(pen, value, at + size * 0.1, y - size / 2, size)
  })
}

function box(
  pen: CanvasRenderingContext2D,
  ...[x, y, width, height, radius, fill, edge]: [number, number, number, number, number, string | CanvasGradient, string | null]
): void {
  pen.beginPath()
  pen.roundRect(x, y, width, height, radius)
  pen.fillStyle = fill
  pen.fill()
  if (!edge) return
  pen.strokeStyle = edge
  pen.lineWidth = 4
  pen.stroke()
}

function die(pen: CanvasRenderingContext2D, value: number, colour: DiceColour, x: number, y: number, size: number): void {
  box(pen, x, y + size * 0.05, size, size, size * 0.21, 'rgb(0 0 0 / 35%)', null)
  box(pen, x, y, size, size, size * 0.21, colour.body, null)
  const shine = pen.createLinearGradient(x, y, x + size, y + size)
  shine.addColorStop(0, 'rgb(255 255 255 / 28%)')
  shine.addColorStop(0.5, 'rgb(255 255 255 / 0%)')
  shine.addColorStop(1, 'rgb(0 0 0 / 18%)')
  box(pen, x, y, size, size, size * 0.21, shine, null)
  if (colour.lined) {
    pen.strokeStyle = colour.pip
    pen.lineWidth = size * 0.06
    pen.stroke()
  }
  pen.save()
  pen.translate(x, y)
  pen.scale(size / 24, size / 24)
  pen.fillStyle = colour.pip
  pen.fill(new Path2D(facePath(value, colour.mark)), 'evenodd')
  pen.restore()
}

function field(pen: CanvasRenderingContext2D, value: number, x: number, y: number, size: number): void {
  box(pen, x, y, size * 0.8, size, size * 0.1, PAPER, BRASS)
  write(pen, String(value), x + size * 0.4, y + size * 0.68, { size: size * 0.5, colour: PAPER_INK, align: 'center' })
}

/** The standings on paper. */
function standings(pen: CanvasRenderingContext2D, { rows, points }: Picture, y: number, high: number): void {
  const head = ROW_HEAD
  box(pen, MARGIN, y, WIDTH - 2 * MARGIN, head + high * rows.length + 12, 28, PAPER, null)
  const end = WIDTH - MARGIN - 32
  write(pen, points, end, y + 42, { size: 26, colour: PAPER_SOFT, align: 'right', serif: false, bold: false })
  const size = Math.min(high > 96 ? 50 : 34, high * 0.5)
  const room = rows.some(({ dice }) => dice.length) ? BESIDE_DICE : WITHOUT_DICE
  rows.forEach((each, place) => {
    const top = y + head + place * high
    const base = top + high / 2 + size * 0.34
    if (each.mark === 'won') box(pen, MARGIN + 12, top + 2, WIDTH - 2 * MARGIN - 24, high - 4, 16, BRASS, null)
    if (each.mark === 'lost') box(pen, MARGIN + 24, top + high - 6, WIDTH - 2 * MARGIN - 48, 4, 2, BAD, null)
    write(pen, each.name, MARGIN + 32, base, { size, colour: PAPER_INK, room: room.name, bold: each.mark !== null })
    const soft = { colour: PAPER_SOFT, serif: false, bold: false }
    write(pen, each.label, MARGIN + 60 + room.name, base, { ...soft, size: size * room.small, room: room.label })
    row(pen, each, WIDTH - MARGIN - 210, top + high / 2, Math.min(size * 1.3, 200 / Math.max(each.dice.length, 4)), 6)
    write(pen, each.points, end, base, { size: size * 1.15, colour: PAPER_INK, align: 'right', room: 90 })
  })
}
