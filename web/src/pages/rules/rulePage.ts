/** The rule page as it comes from the server, prepared for reading on a screen. */

import { withRules } from '../common/ruleNumbers'

export interface Heading {
  id: string
  text: string
  level: 2 | 3
}

/**
 * The page without its title, with an anchor at every heading and every rule number leading to its rule.
 * `html` is made from the rule book by the server, so its form is known: no attributes but `id`, no scripts.
 */
export function prepared(html: string): { html: string; contents: Heading[] } {
  const contents: Heading[] = []
  const known = new Set([...html.matchAll(/<h3 id="([A-Z]\d+)">/g)].map((heading) => heading[1]))
  const body = html
    .replace(/<h1[^>]*>.*?<\/h1>\s*/s, '')
    .replace(/<h([23])([^>]*)>(.*?)<\/h\1>/gs, (_, level: string, given: string, text: string) => {
      const id = /id="([^"]+)"/.exec(given)?.[1] ?? `part-${contents.length + 1}`
      contents.push({ id, text: plain(text), level: level === '2' ? 2 : 3 })
      return `<h${level} id="${id}" tabindex="-1">${text}</h${level}>`
    })
  return { html: linked(body, known), contents }
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

const plain = (html: string): string =>
  html.replace(/<[^>]+>/g, '').replace(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)

/** Rule numbers in running text become links; headings, code and numbers of other games stay as they are. */
function linked(html: string, known: Set<string | undefined>): string {
  const pieces = html.split(/(<(?:h[23]|code)[^>]*>.*?<\/(?:h[23]|code)>|<[^>]+>)/gs)
  return pieces.map((piece) => (piece.startsWith('<') ? piece : links(piece, known))).join('')
}

const links = (text: string, known: Set<string | undefined>): string =>
  withRules(text)
    .map(({ text, rule }) => (rule && known.has(rule) ? `<a href="#${rule}">${text}</a>` : text))
    .join('')
