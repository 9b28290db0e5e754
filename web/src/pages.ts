import type { Component } from 'svelte'
import type { Place } from './lib/router.svelte'

export type Page = Component<{ param: string }>

/** A page whose address has no parameter does not ask for it. Each page is loaded when somebody goes there. */
const PAGES: Record<Place['page'], () => Promise<{ default: Page | Component }>> = {
  start: () => import('./pages/Start.svelte'),
  new: () => import('./pages/New.svelte'),
  join: () => import('./pages/Join.svelte'),
  table: () => import('./table/TablePage.svelte'),
  replay: () => import('./pages/Replay.svelte'),
  history: () => import('./pages/History.svelte'),
  rules: () => import('./pages/Rules.svelte'),
  settings: () => import('./pages/Settings.svelte'),
  learn: () => import('./pages/Learn.svelte'),
  carry: () => import('./pages/Carry.svelte'),
  lost: () => import('./pages/Lost.svelte'),
}

export async function pageOf(name: Place['page']): Promise<Page> {
  return (await PAGES[name]()).default as Page
}
