/** One WebSocket with a heartbeat: it detects a dead connection long before the browser does. */

const HEARTBEAT_MS = 8000
const TIMEOUT_MS = 8000
const SHORT_TIMEOUT_MS = 2500

export interface Socketed {
  opened(): void
  message(frame: unknown): void
  lag(milliseconds: number): void
  /** The connection has ended; called once. Close codes from 4000 on are the server's. */
  ended(code: number): void
}

export class Socket {
  #socket: WebSocket
  #beat: ReturnType<typeof setTimeout> | undefined
  #timeout: ReturnType<typeof setTimeout> | undefined
  #asked = 0
  #over = false

  constructor(
    url: string,
    private readonly owner: Socketed,
  ) {
    this.#socket = new WebSocket(url)
    this.#timeout = setTimeout(() => this.#end(1006), TIMEOUT_MS)
    this.#socket.onopen = () => {
      this.#alive()
      owner.opened()
    }
    this.#socket.onmessage = (event) => this.#receive(event.data as string)
    this.#socket.onclose = (event) => this.#end(event.code)
    this.#socket.onerror = () => this.#end(1006)
  }

  get open(): boolean {
    return !this.#over && this.#socket.readyState === 1
  }

  send(frame: unknown): void {
    if (this.open) this.#socket.send(JSON.stringify(frame))
  }

  /** Sends a ping at once: the phone has just woken up. */
  probe(): void {
    if (this.open) this.#ping(SHORT_TIMEOUT_MS)
  }

  /** Closes without calling `closed`. */
  close(): void {
    this.#over = true
    this.#clearTimers()
    this.#socket.close()
  }

  #receive(data: string): void {
    if (this.#over) return
    const frame: unknown = JSON.parse(data)
    if (frame === 0) this.owner.lag(performance.now() - this.#asked)
    this.#alive()
    if (frame !== 0) this.owner.message(frame)
  }

  /** Anything that arrives counts as a sign of life. */
  #alive(): void {
    this.#clearTimers()
    this.#beat = setTimeout(() => this.#ping(TIMEOUT_MS), HEARTBEAT_MS)
  }

  #ping(timeout: number): void {
    this.#clearTimers()
    this.#asked = performance.now()
    this.send(null)
    this.#timeout = setTimeout(() => this.#end(1006), timeout)
  }

  #clearTimers(): void {
    clearTimeout(this.#beat)
    clearTimeout(this.#timeout)
  }

  #end(code: number): void {
    if (this.#over) return
    this.close()
    this.owner.ended(code)
  }
}
