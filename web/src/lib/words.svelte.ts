/** Every word the client says, from the same Fluent files as the server's and the terminal's. */

import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle'
import type { Phrase } from './messages'
import { settings } from './settings.svelte'

export type Language = 'de' | 'en'

const SOURCES: Record<Language, () => Promise<{ default: string }>> = {
  de: () => import('../../../src/knobel/words/de.ftl'),
  en: () => import('../../../src/knobel/words/en.ftl'),
}

/** The language that was chosen, else the first one of the browser that there are words for. */
export function preferred(chosen: 'auto' | Language, spoken: readonly string[]): Language {
  if (chosen !== 'auto') return chosen
  const codes = spoken.map((tag) => tag.slice(0, 2).toLowerCase())
  return codes.find((code): code is Language => code in SOURCES) ?? 'en'
}

let bundle: FluentBundle | null = $state.raw(null)
let language: Language = $state('en')

/** The words of a language, made from their source. */
export function wordsOf(language: Language, source: string): FluentBundle {
  const made = new FluentBundle(language, { useIsolating: false })
  made.addResource(new FluentResource(source))
  return made
}

/** Loads the words of the wanted language, and again whenever the wish changes. Resolves once there are words. */
export function speak(): Promise<void> {
  return new Promise((resolve, reject) => {
    $effect.root(() => {
      $effect(() => {
        const wanted = preferred(settings.language, navigator.languages)
        SOURCES[wanted]().then(({ default: source }) => {
          if (wanted !== preferred(settings.language, navigator.languages)) return
          useWords(wanted, source)
          document.documentElement.lang = wanted
          resolve()
        }, reject)
      })
    })
  })
}

/** Speaks a language from here on. */
export function useWords(spoken: Language, source: string): void {
  bundle = wordsOf(spoken, source)
  language = spoken
}

/** The language in use. */
export const spoken = (): Language => language

type Values = Record<string, FluentVariable | undefined>

/** The text of a key. A key without words shows itself, so that nobody faces an empty button. */
export function say(key: string, values?: Values): string {
  const pattern = bundle?.getMessage(key)?.value
  if (!bundle || !pattern) return key
  const errors: Error[] = []
  const text = bundle.formatPattern(pattern, values as Record<string, FluentVariable>, errors)
  if (errors.length && import.meta.env.DEV) console.error(key, errors)
  return text.replaceAll(' %', '\u00a0%') // a number keeps its percent sign beside it
}

/** Whether there are words for a key. */
export const has = (key: string): boolean => bundle?.hasMessage(key) ?? false

/** The text of a sentence that came without a language. */
export function tell(phrase: Phrase): string {
  const values: Values = {}
  for (const [name, value] of Object.entries(phrase.values ?? {})) values[name] = valued(value)
  return say(phrase.key, values)
}

function valued(value: unknown): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(valued).join(', ')
  return tell(value as Phrase)
}
