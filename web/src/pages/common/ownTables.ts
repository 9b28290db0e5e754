/** The tables of this device, preloaded before a page that lists them, so that the layout does not shift. */

import { untrack } from 'svelte'
import { get } from '../../lib/api'
import type { TableLine } from '../../lib/messages'
import { Resource } from './resource.svelte'

/** Milliseconds that the page waits for the list; after that, a layout shift is better than no page. */
const PATIENCE = 1000

export const tables = new Resource(() => get<TableLine[]>('/me/tables'))
let asked: Promise<void> | null = null

/** Resolves with the response or after the timeout. Concurrent calls share one request. */
export function preloadTables(): Promise<void> {
  asked ??= untrack(() => tables.load()) // called within a derived value, which must not write state
  return Promise.race([asked, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))])
}

/** The page is mounted: the next visit loads again. */
export const forgetTables = (): void => void (asked = null)
