/** A fake browser environment for the connection. */

import { vi } from 'vitest'

export class FakeSocket {
  static made: FakeSocket[] = []
  static get last(): FakeSocket {
    return FakeSocket.made.at(-1)!
  }

  readyState = 0
  sent: unknown[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onerror: (() => void) | null = null

  constructor(readonly url: string) {
    FakeSocket.made.push(this)
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data))
  }

  close(): void {
    this.readyState = 3
  }

  opens(): void {
    this.readyState = 1
    this.onopen?.()
  }

  says(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }

  dies(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

export interface FakePage {
  window: EventTarget
  document: EventTarget & { visibilityState: string }
}

/** Stubs the globals; `vi.unstubAllGlobals` restores them. */
export function fakePage(): FakePage {
  FakeSocket.made = []
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol: 'http:', host: 'table.test' })
  vi.stubGlobal('WebSocket', FakeSocket)
  return { window, document }
}

export class FakeStorage {
  #kept = new Map<string, string>()
  readonly length = 0
  getItem = (key: string): string | null => this.#kept.get(key) ?? null
  setItem = (key: string, value: string): void => void this.#kept.set(key, value)
  removeItem = (key: string): void => void this.#kept.delete(key)
  clear = (): void => this.#kept.clear()
  key = (): string | null => null
}
