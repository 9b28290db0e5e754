/** HTTP client: typed requests, and errors with a sentence for the user. */

import { door } from './door.svelte'
import type { Problem } from './messages'

/** An error response. `why` is `offline` if there was no response. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly why: string,
    sentence: string,
    readonly rule: string | null = null,
  ) {
    super(sentence)
  }
}

async function fetched<T>(path: string, how: RequestInit): Promise<T> {
  return (await (await answered(path, how)).json()) as T
}

async function answered(path: string, how: RequestInit): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, { credentials: 'same-origin', ...how })
  } catch (trouble) {
    if (how.signal?.aborted) throw trouble
    throw new Failure(0, 'offline', '')
  }
  if (answer.ok) return answer
  const problem = (await answer.json().catch(() => null)) as Problem | null
  if (answer.status === 401 && problem?.why === 'door') door.needed = true
  throw new Failure(answer.status, problem?.why ?? 'broken', problem?.sentence ?? '', problem?.rule)
}

/** GET: `get<GameInfo[]>('/games')`. */
export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => fetched<T>(path, { signal: signal ?? null })

/** GET without parsing the answer. */
export const getBytes = async (path: string): Promise<ArrayBuffer> => (await answered(path, {})).arrayBuffer()

/** POST with a JSON body. */
export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> =>
  fetched<T>(path, { ...withBody('POST', body), signal: signal ?? null })

const withBody = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** POST with a body of another type, such as `text/csv`. */
export const postText = <T>(path: string, type: string, body: string): Promise<T> =>
  fetched<T>(path, { method: 'POST', headers: { 'content-type': type }, body })

/** PUT, with a JSON body or without one. */
export const put = <T>(path: string, body?: unknown): Promise<T> =>
  fetched<T>(path, body === undefined ? { method: 'PUT' } : withBody('PUT', body))

/** PATCH with a JSON body. */
export const patch = <T>(path: string, body: unknown): Promise<T> => fetched<T>(path, withBody('PATCH', body))

/** DELETE. */
export const remove = <T>(path: string): Promise<T> => fetched<T>(path, { method: 'DELETE' })

/** An idempotency key for a command or a new table: the same when it is sent again. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
