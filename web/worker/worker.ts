/**
 * Service worker: the client and the rules open without a network.
 *
 * Pages come from the network first, so that a new build is used as soon as the server has it; without a network each
 * address gets the cached page of the newest build that was seen. Each build has its own cache. The worker of a new
 * build takes over at once and keeps the cache of the build before, for pages of it that are still open.
 */

/** Written by the build: a name that changes with the files, the script of the page, and all files with a hash. */
declare const SHELL: { readonly name: string; readonly entry: string; readonly files: readonly string[] }

const worker = self as unknown as ServiceWorkerGlobalScope

/** Milliseconds that a page of `AT_ONCE` waits for the network. */
const PATIENCE = 1500
const AT_ONCE = /^\/(rules\/\w+)?$/

/** Texts that change with the server's version only; the rules are cached before they are read. */
const TEXTS = /^\/api\/(rules|learn)\//
const RULES = ['zocknroll', 'zock', 'schocken'].flatMap((game) => ['de', 'en'].map((each) => `/api/rules/${game}/${each}`))

/** Answers of a proxy whose server is down. */
const DOWN: readonly number[] = [502, 503, 504]

/** If even the cached page is gone. */
const NO_CONNECTION = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light"><title>knobel</title>
<h1>Keine Verbindung</h1><p>Der Server ist gerade nicht zu erreichen. <a href="">Noch einmal versuchen</a></p>
<h1 lang="en">No connection</h1><p lang="en">The server cannot be reached just now. <a href="">Try again</a></p>`

worker.addEventListener('install', (event) => event.waitUntil(fill().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(clear().then(() => worker.clients.claim())))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (TEXTS.test(pathname)) event.respondWith(text(request))
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(page(request, pathname))
})

/** Whether an address shows the client, and not a file or an answer of the API. */
const isPage = (path: string): boolean => !/^\/(api\/|healthz$|metrics$)|\.\w+$/.test(path)

/** Caches the whole build. It fails, and is tried again later, if the server has another one by now. */
async function fill(): Promise<void> {
  const cache = await caches.open(SHELL.name)
  const home = await fetch('/', { cache: 'reload' })
  if (!home.ok || !(await home.clone().text()).includes(SHELL.entry)) throw new Error('another build')
  await cache.addAll([...SHELL.files])
  await cache.put('/', home)
  await Promise.allSettled(RULES.map((path) => cache.add(new Request(path, { cache: 'no-cache' }))))
}

async function clear(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith('knobel-') && name !== SHELL.name)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/** Network first. The start page and the rules do not wait long for it. */
async function page(request: Request, path: string): Promise<Response> {
  const answers = [fetch(request).then(unlessDown)]
  if (AT_ONCE.test(path)) answers.push(later())
  try {
    return await Promise.race(answers)
  } catch {
    return (await home()) ?? new Response(NO_CONNECTION, { status: 503, headers: NO_CONNECTION_HEADERS })
  }
}

const NO_CONNECTION_HEADERS = { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" }

function unlessDown(answer: Response): Response {
  if (DOWN.includes(answer.status)) throw new Error('down')
  return answer
}

/** The cached page after a while; if there is none, the network has all the time it needs. */
async function later(): Promise<Response> {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE))
  return (await home()) ?? new Promise<never>(() => {})
}

const home = async (): Promise<Response | undefined> => (await caches.open(SHELL.name)).match('/')

/** Cache first: files with a hash in their name never change. */
const asset = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request)

/** Network first, and kept for the next time without one. */
async function text(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL.name)
  try {
    const answer = unlessDown(await fetch(request))
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(request)
    if (!kept) throw error
    return kept
  }
}
