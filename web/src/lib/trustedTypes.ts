/** Trusted Types policy: the two strings that become markup or code, rule pages and the worker's address. */

/** The part of the Trusted Types API that is used here. */
interface Policies {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: () => string },
  ): { createHTML(text: string): string; createScriptURL(text: string): string }
}

const WORKER = '/worker.js'

/** The server's headers allow this policy name, once. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('knobel', {
  createHTML: (text) => text,
  createScriptURL: () => WORKER,
})

/** Markup that the server rendered from the rule book, with HTML disabled. Never pass text of players here. */
export const rulesMarkup = (html: string): string => policy?.createHTML(html) ?? html

/** The only script address. */
export const workerAddress = (): string => policy?.createScriptURL('') ?? WORKER
