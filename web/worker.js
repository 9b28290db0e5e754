// Service worker: caches the app shell for a start without a network. API responses are never cached.
// The build prepends SHELL: the name of the build, and its files.
//
// Each build has its own immutable cache. The worker of a new build waits until no page of the old one is open, so that a
// page that stays open still finds its chunks.

self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(clear().then(() => self.clients.claim())))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (/^\/(api\/|healthz|metrics)/.test(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

async function fill() {
  const cache = await caches.open(SHELL.name)
  await cache.addAll([new Request('/', { cache: 'reload' }), ...SHELL.files])
}

async function clear() {
  for (const name of await caches.keys()) if (name !== SHELL.name) await caches.delete(name)
}

/** Network first, else the cached page; every address is the same page. */
async function page(request) {
  try {
    return await fetch(request)
  } catch {
    return (await kept('/')) ?? Response.error()
  }
}

/** Cache first: files with a hash in their name never change. */
async function asset(request) {
  return (await kept(request)) ?? fetch(request)
}

async function kept(what) {
  return (await caches.open(SHELL.name)).match(what)
}
