/** The page of a table with real dice; it is loaded on demand. */

export { default as RealGame } from './RealGame.svelte'
export { default as RealLobby } from './RealLobby.svelte'
