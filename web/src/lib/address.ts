/** Addresses to share, and the clipboard. */

import { get } from './api'
import { door } from './door.svelte'
import type { Address } from './messages'

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether only this computer reaches an address. */
export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname)

/** A path that carries the door code, if this device has shown one and the path has no fragment of its own. */
export const withDoor = (path: string): string => (path.includes('#') ? path : path + door.fragment)

/**
 * Where others find a page of this server. On the server's own machine a browser may have opened `localhost`, which is
 * another machine for a phone: then the server says what it is called in its network.
 */
export async function sharedUrl(path: string): Promise<string> {
  const origin = isLoopback(location.origin)
    ? await get<Address>('/address').then(
        ({ origin }) => origin,
        () => location.origin,
      )
    : location.origin
  return origin + withDoor(path)
}

/** Copies a text to the clipboard; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByHand(text)
  }
}

/** Pages without TLS, as on a local network, have no clipboard, only this older way. */
function copyByHand(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  const before = document.activeElement
  const place = before?.closest('dialog') ?? document.body // beside an open dialog nothing can be selected
  place.append(field)
  field.select()
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return copied
}
