// Everything of the protocol that the client has, for the referee who compares it with the other implementations.

export { Chain, follows } from '../../src/fair/hashChain'
export { runToEnd } from '../../src/fair/timeSlices'
export { digest, hex, keyed, maybe, text, unhex } from '../../src/fair/hashing'
export { keyOf, isMerklePath, rootOf } from '../../src/fair/merkleTree'
export { verifyRecord } from '../../src/fair/recordVerifier'
export { dice, header, lot, mix } from '../../src/fair/derivation'
