/** Upgrades: the service worker, and an open page that notices a new build of the server. */

import { router } from './router.svelte'
import { workerAddress } from './trustedTypes'

/** Milliseconds until the service worker caches all files, so that it does not compete with the first page. */
const SETTLED = 3000
/** Milliseconds between two questions for the newest build. */
const SELDOM = 60_000

let asked = Date.now()

/** Asks for the newest build: if it has another script, the next page is loaded anew instead of drawn by this one. */
async function check(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]')
  if (!script || router.outdated || Date.now() - asked < SELDOM) return
  asked = Date.now()
  const answer = await fetch('/', { cache: 'no-cache' }).catch(() => null)
  if (answer?.ok && !(await answer.text()).includes(new URL(script.src).pathname)) router.outdated = true
}

/** Call it once. Without TLS, as on a local network, there is no service worker. */
export function keepUpToDate(): void {
  router.onLeave = () => void check()
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void check())
  if (!('serviceWorker' in navigator)) return
  setTimeout(() => void navigator.serviceWorker.register(workerAddress()).catch(() => {}), SETTLED)
}
