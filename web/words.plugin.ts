import type { Plugin } from 'vite'

/** What only the commands and the terminal say; everything else may be told in a browser. */
const ELSEWHERE = /^(arena|odds|replay|simulate|solve|ui-plain)-/

/** The entries of a Fluent file whose keys a browser can meet, without comments. */
export function forBrowsers(fluent: string): string {
  const entries = fluent.split(/^(?=[a-z#])/m)
  return entries.filter((entry) => !entry.startsWith('#') && !ELSEWHERE.test(entry)).join('').replace(/\n{2,}/g, '\n')
}

/** Lets `import … from 'de.ftl'` give the words of the browser as a string. */
export function words(): Plugin {
  return {
    name: 'knobel-words',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ftl')) return null
      return { code: `export default ${JSON.stringify(forBrowsers(code))}`, map: null }
    },
  }
}
