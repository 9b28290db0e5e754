/** The two texts of which this client makes something else than text: pages of the rule book, and the worker's address. */

/** As much of Trusted Types as is needed here: a browser that has them takes no plain text as markup or as code. */
interface Policies {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: () => string },
  ): { createHTML(text: string): string; createScriptURL(text: string): string }
}

const WORKER = '/worker.js'

/** The name of the policy stands in the server's headers, and nobody can make a second one of that name. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('knobel', {
  createHTML: (text) => text,
  createScriptURL: () => WORKER,
})

/** What the server has made from the rule book, with HTML switched off. Nothing that a player wrote may come here. */
export const rulesMarkup = (html: string): string => policy?.createHTML(html) ?? html

/** The only address of which this client makes code. */
export const workerAddress = (): string => policy?.createScriptURL('') ?? WORKER
