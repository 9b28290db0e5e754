// SHA-256 and HMAC-SHA-256 over length-prefixed inputs, the hashes of the protocol "cup keys".
//
// WebCrypto needs HTTPS or localhost, which a table on a local network does not have; so the hashes come from a library,
// and a test compares them with WebCrypto.

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

export type Bytes = Uint8Array

const DOMAIN = 'knobel/fair/1/'
const utf8 = new TextEncoder()

export const text = (said: string): Bytes => utf8.encode(said)
export const hex = (bytes: Bytes): string => bytesToHex(bytes)
export const unhex = (said: string): Bytes => hexToBytes(said)

/** The same for a value that may be null. */
export const maybe = (said: string | null): Bytes | null => (said === null ? null : unhex(said))

export const NOTHING: Bytes = new Uint8Array()

/** SHA-256 of a step of the protocol and its inputs. */
export const digest = (step: string, ...parts: Bytes[]): Bytes => sha256(packed(step, parts))

/** HMAC-SHA-256 of a step of the protocol and its inputs. */
export const keyed = (key: Bytes, step: string, ...parts: Bytes[]): Bytes => hmac(sha256, key, packed(step, parts))

/** A number as eight bytes, big-endian. */
export function number(value: number): Bytes {
  const bytes = new Uint8Array(8)
  putNumber(bytes, value, 0)
  return bytes
}

function putNumber(bytes: Bytes, value: number, at: number): void {
  for (let place = at + 7, left = value; left > 0; place--, left = Math.floor(left / 256)) bytes[place] = left % 256
}

export function same(one: Bytes, other: Bytes): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place])
}

/** Length-prefixed inputs, the name of the step first. */
function packed(step: string, parts: readonly Bytes[]): Bytes {
  const all = [nameOf(step), ...parts]
  const whole = new Uint8Array(all.reduce((sum, part) => sum + 8 + part.length, 0))
  let at = 0
  for (const part of all) {
    putNumber(whole, part.length, at)
    whole.set(part, at + 8)
    at += 8 + part.length
  }
  return whole
}

/** Encoded step names, memoized. */
const names = new Map<string, Bytes>()

function nameOf(step: string): Bytes {
  const known = names.get(step) ?? text(DOMAIN + step)
  names.set(step, known)
  return known
}
