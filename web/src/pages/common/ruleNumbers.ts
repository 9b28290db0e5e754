const NUMBER = /\b([NKSH]\d{1,2})\b/

export interface TextPart {
  text: string
  /** The rule that it names. */
  rule: string | null
}

/** A text cut at its rule numbers: `withRules('two dice (N2)')` is `two dice (`, the rule N2, and `)`. */
export function withRules(text: string): TextPart[] {
  return text
    .split(NUMBER)
    .map((part, place) => ({ text: part, rule: place % 2 ? part : null }))
    .filter((part) => part.text)
}
