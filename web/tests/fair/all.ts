// Everything of the protocol that the client has, for the referee who compares it with the other implementations.

export { Chain, follows } from '../../src/fair/chains'
export { atOnce } from '../../src/fair/gently'
export { digest, hex, keyed, maybe, text, unhex } from '../../src/fair/hashing'
export { keyOf, leadsTo, rootOf } from '../../src/fair/keys'
export { verifyRecord } from '../../src/fair/record'
export { dice, header, lot, mix } from '../../src/fair/throws'
