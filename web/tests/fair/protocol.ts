// The client's implementation of the protocol, for the trial that compares it with the others.

export { Chain, follows } from '../../src/fair/hashChain'
export { runToEnd } from '../../src/fair/timeSlices'
export { digest, hex, keyed, maybe, text, unhex } from '../../src/fair/hashing'
export { keyOf, isMerklePath, rootOf } from '../../src/fair/merkleTree'
export { strictlyRead as readText } from '../../src/fair/json'
export { verifyRecord } from '../../src/fair/recordVerifier'
export { dice, header, lot, mix } from '../../src/fair/derivation'
