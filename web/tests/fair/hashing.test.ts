import { expect, test } from 'vitest'
import { digest, keyed, text } from '../../src/fair/hashing'

/** The input of a step as the protocol describes it, written out. */
function input(step: string, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = [text(`knobel/fair/1/${step}`), ...parts].flatMap((part) => [
    0,
    0,
    0,
    0,
    0,
    0,
    part.length >> 8,
    part.length & 255,
    ...part,
  ])
  return new Uint8Array(bytes)
}

test.each([[[]], [['', 'a']], [['Würfel 🎲', 'x'.repeat(300)]]])('the hashes equal those of WebCrypto: %j', async (said) => {
  const parts = said.map(text)
  const whole = await crypto.subtle.digest('SHA-256', input('leaf', ...parts))
  expect(digest('leaf', ...parts)).toEqual(new Uint8Array(whole))
  const key = await crypto.subtle.importKey('raw', new Uint8Array(32).fill(7), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = await crypto.subtle.sign('HMAC', key, input('dice', ...parts))
  expect(keyed(new Uint8Array(32).fill(7), 'dice', ...parts)).toEqual(new Uint8Array(signed))
})
