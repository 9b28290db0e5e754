import { FluentResource } from '@fluent/bundle'
import type { Plugin } from 'vite'

/** Messages that only the command line, the terminal or the server use. They are left out of the browser's bundles. */
const COMMAND_LINE =
  /^(admin|arena|backup|check|club|compiling|error|list|help|metavar|minute|move|odds|prepare|record|replay|serve|simulate|solve|ui-hand-over|ui-keys?|ui-plain|ui-result|verify)-/

/** The same, of the terminal's screens: a few of these families are used in the browser, too. */
const TERMINAL = /^ui-(home-(?!title$|language$)|setup-(?!preset$|not-number$)|save|record|cannot-|hints-|delete-)/

/**
 * Messages that few pages need, in bundles of their own (`de.ftl?coach`), each loaded with the first such page: `coach` for
 * analysis and training, `guide` for lessons, rankings and explanations of symbols, `evening` for clubs and printed
 * sheets, `real` for tables with real dice.
 */
const PARTS = {
  coach: /^(coach|web-coach|web-training|web-explorer|web-honesty)-/,
  guide: /^(guide|learn|web-learn)-/,
  evening: /^web-(club|print)-/,
  real: /^web-real-/,
}

type Part = 'main' | keyof typeof PARTS

const isPart = (name: string): name is keyof typeof PARTS => name in PARTS

const partOf = (id: string): Part =>
  Object.keys(PARTS)
    .filter(isPart)
    .find((part) => PARTS[part].test(id)) ?? 'main'

/** The entries of a Fluent file that the browser uses, parsed at build time instead of on every phone. */
export function forBrowsers(fluent: string, part: Part = 'main'): FluentResource['body'] {
  return new FluentResource(fluent).body.filter(({ id }) => !COMMAND_LINE.test(id) && !TERMINAL.test(id) && partOf(id) === part)
}

/** Vite plugin: `import … from 'de.ftl'` gives the parsed messages of the browser. */
export function words(): Plugin {
  return {
    name: 'knobel-words',
    enforce: 'pre',
    transform(code, id) {
      const [file = '', query = ''] = id.split('?')
      if (!file.endsWith('.ftl')) return null
      // Browsers parse JSON in a string several times faster than the same object literal.
      const part = isPart(query) ? query : 'main'
      const body = JSON.stringify(JSON.stringify(forBrowsers(code, part)))
      return { code: `export default { body: JSON.parse(${body}) }`, map: null }
    },
  }
}
