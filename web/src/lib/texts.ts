/** The operator's texts, such as the privacy policy: the server names those that it has in the page itself. */

export const TEXTS = ['privacy', 'imprint'] as const

export type TextName = (typeof TEXTS)[number]

/** The texts that this server has. */
export function textsHere(): TextName[] {
  const names = document.querySelector<HTMLMetaElement>('meta[name="knobel-texts"]')?.content.split(' ') ?? []
  return TEXTS.filter((name) => names.includes(name))
}
