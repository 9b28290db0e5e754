/** A club that is open on this page: loaded once, and changed by every answer that brings it anew. */

import { type Failure, get } from '../../lib/api'
import type { Club } from '../../lib/messages'
import { has, say, spoken } from '../../lib/words.svelte'
import { errorText } from '../common/errorText'
import { asFailure } from '../common/resource.svelte'

export type Operation = Club['may'][number]

export class OpenClub {
  value: Club | null = $state.raw(null)
  /** Why it could not be loaded. */
  trouble: Failure | null = $state.raw(null)
  /** The season that the pages show; 0 for all games. */
  season = $state(0)

  constructor(readonly id: string) {}

  async load(): Promise<void> {
    this.trouble = null
    try {
      const first = this.value === null
      this.value = await get<Club>(this.path())
      if (first) this.season = this.value.season
    } catch (failure) {
      this.trouble = asFailure(failure)
    }
  }

  /** The path of a request about this club. */
  path(rest = ''): string {
    return `/clubs/${encodeURIComponent(this.id)}${rest}`
  }

  /** The address of a page of this club. */
  page(rest = ''): string {
    return `/club/${encodeURIComponent(this.id)}${rest}`
  }

  may(operation: Operation): boolean {
    return this.value?.may.includes(operation) ?? false
  }

  nameOf(member: number | null): string {
    return this.value?.members.find((each) => each.member === member)?.name ?? say('web-club-former')
  }
}

const open = new Map<string, OpenClub>()

/** The club with this id; the same object on all of its pages, so that they do not load it again. */
export function clubOf(id: string): OpenClub {
  const known = open.get(id) ?? new OpenClub(id)
  open.set(id, known)
  return known
}

/** One request at a time from a form, with its failure. */
export class Action {
  busy = $state(false)
  failure: Failure | null = $state.raw(null)

  /** Runs a request; whether it worked. */
  async run(request: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.failure = null
    try {
      await request()
      return true
    } catch (caught) {
      this.failure = asFailure(caught)
      return false
    } finally {
      this.busy = false
    }
  }

  get said(): string {
    return this.failure ? clubError(this.failure) : ''
  }
}

/** One sentence about a failed request of a club. */
export function clubError(failure: Failure): string {
  const known = `web-club-status-${failure.status}`
  if (failure.status !== 409 || spoken() !== 'en' || !failure.message) if (has(known)) return say(known)
  return errorText(failure)
}

/** The name of a member, or a word for one whose name was deleted. */
export const nameOr = (name: string | null): string => name ?? say('web-club-former')

const dated = (at: number, how: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat(spoken(), how).format(at)

/** A day: `16. Nov. 2026`. */
export const day = (at: number): string => dated(at, { dateStyle: 'medium' })

/** A day with its weekday: `Montag, 16. November 2026`. */
export const longDay = (at: number): string => dated(at, { dateStyle: 'full' })

/** A day where there is little room: `16.11.`. */
export const shortDay = (at: number): string => dated(at, { day: 'numeric', month: 'numeric' })

export const timeOf = (at: number): string => dated(at, { timeStyle: 'short' })

/** From when to when: `20:15–23:40`, or one time if it was a single game. */
export const times = (from: number, to: number): string => [...new Set([from, to].map(timeOf))].join('–')
