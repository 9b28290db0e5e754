import { FluentResource } from '@fluent/bundle'
import type { Plugin } from 'vite'

/** Messages of the command line and the terminal. They are left out of the browser's bundles. */
const COMMAND_LINE = /^(arena|backup|error|help|metavar|odds|prepare|record|replay|serve|simulate|solve|ui-plain|verify)-/

/** Messages of the pages about analysis and training: a bundle of their own, `de.ftl?coach`, loaded with the first such page. */
const COACH = /^(coach|web-coach|web-training|web-explorer|web-honesty)-/

/** The entries of a Fluent file that the browser uses, parsed at build time instead of on every phone. */
export function forBrowsers(fluent: string, coach = false): FluentResource['body'] {
  return new FluentResource(fluent).body.filter(({ id }) => !COMMAND_LINE.test(id) && COACH.test(id) === coach)
}

/** Vite plugin: `import … from 'de.ftl'` gives the parsed messages of the browser. */
export function words(): Plugin {
  return {
    name: 'knobel-words',
    enforce: 'pre',
    transform(code, id) {
      const [file = '', part = ''] = id.split('?')
      if (!file.endsWith('.ftl')) return null
      // Browsers parse JSON in a string several times faster than the same object literal.
      const body = JSON.stringify(JSON.stringify(forBrowsers(code, part === 'coach')))
      return { code: `export default { body: JSON.parse(${body}) }`, map: null }
    },
  }
}
