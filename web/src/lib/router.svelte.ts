/** Client-side router. */

const PAGES = {
  start: '/',
  new: '/new/:game',
  real: '/real/:game',
  join: '/join',
  table: '/t/:code',
  replay: '/replay/:id',
  history: '/history',
  honesty: '/honesty',
  honestyOf: '/honesty/:code',
  analysis: '/analysis/:game',
  training: '/training',
  drill: '/training/:game',
  explorer: '/explorer/:game',
  rules: '/rules/:game',
  print: '/print/:game',
  settings: '/settings',
  about: '/about/:text',
  learn: '/learn/:game',
  carry: '/carry',
  clubs: '/clubs',
  clubJoin: '/club/join',
  club: '/club/:id',
  clubPart: '/club/:id/:part',
  clubItem: '/club/:id/:part/:item',
} as const

export type PageName = keyof typeof PAGES
export interface Place {
  page: PageName | 'lost'
  /** The parameters in the page's pattern (`:name`), joined by slashes, or an empty string. */
  param: string
}

/** The page of an address: `placeOf('/t/bala-kimo')` is the table with that code. */
export function placeOf(path: string): Place {
  const parts = path.split('/').filter(Boolean)
  for (const [page, pattern] of Object.entries(PAGES) as [PageName, string][]) {
    const wanted = pattern.split('/').filter(Boolean)
    if (wanted.length !== parts.length) continue
    if (!wanted.every((part, index) => part.startsWith(':') || part === parts[index])) continue
    const given = parts.filter((_, index) => wanted[index]!.startsWith(':'))
    return { page, param: given.map(decoded).join('/') }
  }
  return { page: 'lost', param: '' }
}

/** A part of an address without its percent signs; unchanged if they are none of an encoding. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a stray % in a typed address
  }
}

class Router {
  path = $state(typeof location === 'undefined' ? '/' : location.pathname)
  hash = $state(typeof location === 'undefined' ? '' : location.hash)
  place: Place = $derived(placeOf(this.path))

  /** Whether the server has a newer build: then the next page is loaded instead of drawn. */
  outdated = false
  /** Called whenever a page is left. */
  onLeave = (): void => {}

  #read = () => {
    const left = location.pathname !== this.path
    if (left && this.outdated) {
      location.reload()
      return
    }
    this.path = location.pathname
    this.hash = location.hash
    if (left) this.onLeave()
  }

  /** Follows the back button, and links within the client. */
  listen(): void {
    addEventListener('popstate', this.#read)
    document.addEventListener('click', (click) => {
      if (click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey) return
      const link = (click.target as Element).closest('a')
      if (link?.origin !== location.origin || link.target || link.hasAttribute('download')) return
      if (link.pathname.startsWith('/api/')) return
      if (link.pathname === location.pathname && link.hash) return // the browser handles links within the page
      click.preventDefault()
      this.go(link.pathname + link.search + link.hash)
    })
  }

  go(path: string, { replace = false } = {}): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path)
    this.#read()
    if (!this.hash) scrollTo(0, 0)
  }
}

export const router = new Router()
export const go = (path: string, how?: { replace?: boolean }): void => router.go(path, how)
