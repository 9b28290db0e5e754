import type { Component } from 'svelte'
import type { Place } from './lib/router.svelte'
import { learn } from './lib/words.svelte'
import { preloadTables } from './pages/common/ownTables'

export type Page = Component<{ param: string }>

/** Each page is loaded on its first visit. Pages without a parameter ignore it. */
const PAGES: Record<Place['page'], () => Promise<{ default: Page | Component }>> = {
  start: () => import('./pages/Start.svelte'),
  new: () => import('./pages/New.svelte'),
  real: () => import('./pages/Real.svelte'),
  join: () => import('./pages/Join.svelte'),
  table: () => import('./table/TablePage.svelte'),
  replay: () => import('./pages/Replay.svelte'),
  analysis: () => import('./pages/Analysis.svelte'),
  explorer: () => import('./pages/Explorer.svelte'),
  training: () => import('./pages/Training.svelte'),
  drill: () => import('./pages/Drill.svelte'),
  history: () => import('./pages/History.svelte'),
  honesty: () => import('./pages/Honesty.svelte'),
  honestyOf: () => import('./pages/Honesty.svelte'),
  rules: () => import('./pages/Rules.svelte'),
  print: () => import('./pages/Print.svelte'),
  settings: () => import('./pages/Settings.svelte'),
  about: () => import('./pages/Text.svelte'),
  learn: () => import('./pages/Learn.svelte'),
  carry: () => import('./pages/SeatTransfer.svelte'),
  clubs: () => import('./pages/Clubs.svelte'),
  clubJoin: () => import('./pages/club/Join.svelte'),
  club: () => import('./pages/Club.svelte'),
  clubPart: () => import('./pages/Club.svelte'),
  clubItem: () => import('./pages/Club.svelte'),
  lost: () => import('./pages/NotFound.svelte'),
}

/** Pages that need the Fluent bundle of the coach. */
const COACHED: ReadonlySet<Place['page']> = new Set<Place['page']>([
  ...(['replay', 'analysis', 'explorer', 'training', 'drill'] as const),
  ...(['honesty', 'honestyOf'] as const),
])

/** Pages that need the Fluent bundle of the lessons. */
const GUIDED: ReadonlySet<Place['page']> = new Set<Place['page']>(['learn'])

/** Pages that need the Fluent bundle of clubs and printed sheets. */
const OF_THE_EVENING: ReadonlySet<Place['page']> = new Set<Place['page']>([
  ...(['print', 'clubs', 'clubJoin', 'club', 'clubPart', 'clubItem'] as const),
])

/** Pages that need the Fluent bundle of real dice; tables load it where they have them. */
const REAL: ReadonlySet<Place['page']> = new Set<Place['page']>(['real'])

/** Pages that list the tables of this device: the list is loaded first, so that the layout does not shift. */
const LISTING: ReadonlySet<Place['page']> = new Set<Place['page']>(['start', 'honesty', 'honestyOf'])

export async function pageOf(name: Place['page']): Promise<Page> {
  const [page] = await Promise.all([
    PAGES[name](),
    COACHED.has(name) && learn('coach'),
    GUIDED.has(name) && learn('guide'),
    OF_THE_EVENING.has(name) && learn('evening'),
    REAL.has(name) && learn('real'),
    LISTING.has(name) && preloadTables(),
  ])
  return page.default
}
