import { FluentResource } from '@fluent/bundle'
import type { Plugin } from 'vite'

/** What only the commands and the terminal say; everything else may be told in a browser. */
const ELSEWHERE = /^(arena|odds|replay|simulate|solve|ui-plain)-/

/** What only those say who look at games and learn from them: `de.ftl?coach`, loaded when somebody goes there. */
const COACH = /^(coach|web-coach|web-training|web-explorer|web-honesty)-/

/** The entries of a Fluent file whose keys a browser can meet, parsed here once instead of on every phone. */
export function forBrowsers(fluent: string, coach = false): FluentResource['body'] {
  return new FluentResource(fluent).body.filter(({ id }) => !ELSEWHERE.test(id) && COACH.test(id) === coach)
}

/** Lets `import … from 'de.ftl'` give the words of the browser, ready to be spoken. */
export function words(): Plugin {
  return {
    name: 'knobel-words',
    enforce: 'pre',
    transform(code, id) {
      const [file = '', part = ''] = id.split('?')
      if (!file.endsWith('.ftl')) return null
      // Browsers read JSON in a string several times faster than the same thing as a literal.
      const body = JSON.stringify(JSON.stringify(forBrowsers(code, part === 'coach')))
      return { code: `export default { body: JSON.parse(${body}) }`, map: null }
    },
  }
}
