import { MediaQuery } from 'svelte/reactivity'

/** Phones, upright or on their side: the own sheet stands beside the choices, the others' lie behind a button. */
export const compact = new MediaQuery('(max-width: 47.99rem), (max-height: 30rem)')
