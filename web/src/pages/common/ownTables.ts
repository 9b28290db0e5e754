/** The tables at which this device has a seat, asked for before a page that lists them is drawn, so that nothing moves when they come. */

import { untrack } from 'svelte'
import { get } from '../../lib/api'
import type { TableLine } from '../../lib/messages'
import { Resource } from './resource.svelte'

/** Milliseconds that the page waits for them. Later they push the games down, which is better than no page. */
const PATIENCE = 1000

export const tables = new Resource(() => get<TableLine[]>('/me/tables'))
let asked: Promise<void> | null = null

/** Resolves once there is an answer, or none in time. Whoever asks while the page is on its way asks the same question. */
export function preloadTables(): Promise<void> {
  asked ??= untrack(() => tables.load()) // pages are found within a derived value, which may not change anything by itself
  return Promise.race([asked, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))])
}

/** The page stands: the next visit asks anew. */
export const forgetTables = (): void => void (asked = null)
