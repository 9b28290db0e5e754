/** One WebSocket with a heartbeat: it notices a dead line long before the browser does. */

const BEAT = 8000
const PATIENCE = 8000
const SHORT_PATIENCE = 2500

export interface Socketed {
  opened(): void
  message(frame: unknown): void
  lag(milliseconds: number): void
  /** The line is dead, once. Codes from 4000 on are the server's. */
  ended(code: number): void
}

export class Socket {
  #socket: WebSocket
  #beat: ReturnType<typeof setTimeout> | undefined
  #patience: ReturnType<typeof setTimeout> | undefined
  #asked = 0
  #over = false

  constructor(
    url: string,
    private readonly owner: Socketed,
  ) {
    this.#socket = new WebSocket(url)
    this.#patience = setTimeout(() => this.#end(1006), PATIENCE)
    this.#socket.onopen = () => {
      this.#sounds()
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

  /** Asks at once whether the line still lives: the phone has just woken up. */
  probe(): void {
    if (this.open) this.#ping(SHORT_PATIENCE)
  }

  /** Hangs up without telling the owner. */
  close(): void {
    this.#over = true
    this.#hush()
    this.#socket.close()
  }

  #receive(data: string): void {
    if (this.#over) return
    const frame: unknown = JSON.parse(data)
    if (frame === 0) this.owner.lag(performance.now() - this.#asked)
    this.#sounds()
    if (frame !== 0) this.owner.message(frame)
  }

  /** Anything that arrives proves that the line lives. */
  #sounds(): void {
    this.#hush()
    this.#beat = setTimeout(() => this.#ping(PATIENCE), BEAT)
  }

  #ping(patience: number): void {
    this.#hush()
    this.#asked = performance.now()
    this.send(null)
    this.#patience = setTimeout(() => this.#end(1006), patience)
  }

  #hush(): void {
    clearTimeout(this.#beat)
    clearTimeout(this.#patience)
  }

  #end(code: number): void {
    if (this.#over) return
    this.close()
    this.owner.ended(code)
  }
}
