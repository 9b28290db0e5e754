/** Localization: Fluent messages, from the same files as those of the server and the terminal. */

import { FluentBundle, FluentNumber, type FluentResource, type FluentVariable } from '@fluent/bundle'
import type { Phrase } from './messages'
import { settings } from './settings.svelte'

export type Language = 'de' | 'en'

/** The bundles: `main` for every page, `coach` for analysis and training, `guide` for lessons and explanations,
 * `evening` for clubs and printed sheets, `real` for real dice. */
type Part = 'main' | 'coach' | 'guide' | 'evening' | 'real'

const SOURCES: Record<Part, Record<Language, () => Promise<{ default: FluentResource }>>> = {
  main: {
    de: () => import('../../../src/knobel/words/de.ftl'),
    en: () => import('../../../src/knobel/words/en.ftl'),
  },
  coach: {
    de: () => import('../../../src/knobel/words/de.ftl?coach'),
    en: () => import('../../../src/knobel/words/en.ftl?coach'),
  },
  guide: {
    de: () => import('../../../src/knobel/words/de.ftl?guide'),
    en: () => import('../../../src/knobel/words/en.ftl?guide'),
  },
  evening: {
    de: () => import('../../../src/knobel/words/de.ftl?evening'),
    en: () => import('../../../src/knobel/words/en.ftl?evening'),
  },
  real: {
    de: () => import('../../../src/knobel/words/de.ftl?real'),
    en: () => import('../../../src/knobel/words/en.ftl?real'),
  },
}

/** The chosen language, else the browser's first supported one. */
export function preferred(chosen: 'auto' | Language, spoken: readonly string[]): Language {
  if (chosen !== 'auto') return chosen
  const codes = spoken.map((tag) => tag.slice(0, 2).toLowerCase())
  return codes.find((code): code is Language => code in SOURCES.main) ?? 'en'
}

let bundle: FluentBundle | null = $state.raw(null)
let language: Language = $state('en')
/** The bundles that are loaded, also after a change of language. */
const known = new Set<Part>(['main'])

/** Loads the messages of the chosen language, and again whenever it changes. Resolves when they are loaded. */
export function speak(): Promise<void> {
  return new Promise((resolve, reject) => {
    $effect.root(() => {
      $effect(() => {
        const wanted = preferred(settings.language, navigator.languages)
        Promise.all([...known].map((part) => SOURCES[part][wanted]())).then((parts) => {
          if (wanted !== preferred(settings.language, navigator.languages)) return
          useWords(wanted, ...parts.map(({ default: words }) => words))
          document.documentElement.lang = wanted
          document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/manifest.${wanted}.webmanifest`)
          resolve()
        }, reject)
      })
    })
  })
}

/** Switches to a language. */
export function useWords(spoken: Language, ...parts: FluentResource[]): void {
  bundle = new FluentBundle(spoken, { useIsolating: false })
  for (const words of parts) bundle.addResource(words)
  language = spoken
}

/** Loads a further bundle. */
export async function learn(part: Part): Promise<void> {
  known.add(part)
  const now = language
  const { default: words } = await SOURCES[part][now]()
  if (now === language) bundle?.addResource(words) // otherwise the language has changed meanwhile
}

/** The language in use. */
export const spoken = (): Language => language

/** A whole number without a separator. The first `Intl.NumberFormat` is slow to make, and a 7 does not need one. */
class Small extends FluentNumber {
  override toString(): string {
    return String(this.value)
  }
}

/** A number as Fluent gets it: in both languages nothing is put between the digits of one below a thousand. */
const numbered = (number: number): FluentNumber | number =>
  Number.isInteger(number) && Math.abs(number) < 1000 ? new Small(number) : number

/** Isolates a name (Unicode FSI ... PDI), so that right-to-left text does not reorder its neighbours. */
export const isolated = (text: string): string => (FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text)
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A list of names, each isolated; the reader comes last: "Ada, Ben and you". */
export function listed(names: readonly string[]): string {
  const you = say('ui-you')
  const others = names.filter((name) => name !== you)
  const ordered = others.length && others.length < names.length ? [...others, say('web-you')] : names
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(ordered.map(isolated))
}

const plain = (value: FluentVariable): FluentVariable =>
  typeof value === 'number' ? numbered(value) : typeof value === 'string' ? isolated(value) : value

type Values = Record<string, FluentVariable | undefined>

/** The text of a message. A missing message shows its key, so that no button is empty. */
export function say(key: string, values?: Values): string {
  const pattern = bundle?.getMessage(key)?.value
  if (!bundle || !pattern) return key
  const errors: Error[] = []
  const given: Record<string, FluentVariable> = {}
  for (const [name, value] of Object.entries(values ?? {})) if (value !== undefined) given[name] = plain(value)
  const text = bundle.formatPattern(pattern, given, errors)
  if (errors.length && import.meta.env.DEV) console.error(key, errors)
  return whole(text)
}

/** Puts no-break spaces and hyphens where a line must not break: 12 %, 6-2-1, 2. Hälfte, (Summe 39). */
const whole = (text: string): string =>
  text
    .replace(/ (?=[·%])/g, '\u00a0')
    .replace(/(\d)-(?=\d)/g, '$1\u2011')
    .replace(/\b(\d\.) (?=\p{L})/gu, '$1\u00a0')
    .replace(/\((\p{L}+) (\d+)\)/gu, '($1\u00a0$2)')

/** Whether there is a message with this key. */
export const has = (key: string): boolean => bundle?.hasMessage(key) ?? false

/** The name of a bot: a level of knobel has one in every language, a third-party bot only its own. */
export const botName = (level: string): string => (has(`bot-${level}`) ? say(`bot-${level}`) : level)

/** What a bot is like. */
export const botHelp = (level: string): string => say(has(`bot-${level}-help`) ? `bot-${level}-help` : 'bot-third-party-help')

/** The text of a phrase from the server. */
export function tell(phrase: Phrase): string {
  const values: Values = {}
  for (const [name, value] of Object.entries(phrase.values ?? {})) values[name] = valued(value)
  return say(phrase.key, values)
}

function valued(value: unknown): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((each) => isolated(String(valued(each)))).join(', ')
  return tell(value as Phrase)
}
