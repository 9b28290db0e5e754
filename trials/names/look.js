// What a page has made of names: `missing` are those that it does not show, `wrong` is what is not as it should be.
(asked) => {
  const { names, wanted } = JSON.parse(asked)
  const [APART, END, THING, BREAK] = ['\u2068', '\u2069', '\ufffc', '\u2029']
  const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
  const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u
  const OURS = /[\n\t\u00ad]/g // how sources are laid out, and where our words may be parted
  const TAGS = 'b, i:not([class]), img:not([src^="/api/qr.svg?"]), iframe, object, embed, marquee, math, plaintext, xmp, bdo, video, base, body title, body style, body meta, body link'
  const wrong = [...struck]

  const plain = (text) => text.replace(/[\u2068\u2069\ufffc]/g, '').replace(/\u2011/g, '-').replace(/\s+/g, ' ').trim()
  const known = new Set(names.flatMap((name) => [plain(name), [...name][0]?.toUpperCase()])) // a seat's mark has the first letter

  /** The lines of a page as the bidirectional algorithm gets them: what elements keep apart is kept apart by marks. */
  const lines = []
  const walk = (element, line) => {
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) line.text += node.data
      if (node.nodeType !== Node.ELEMENT_NODE || ['SCRIPT', 'STYLE', 'TEMPLATE'].includes(node.tagName)) continue
      const { display, unicodeBidi } = getComputedStyle(node)
      if (display === 'none') continue
      if (node.tagName === 'BR') line.text += BREAK
      else if (display === 'contents') walk(node, line)
      else if (display === 'inline') {
        const apart = /isolate|plaintext/.test(unicodeBidi)
        if (apart) line.text += APART
        walk(node, line)
        if (apart) line.text += END
      } else {
        line.text += display.startsWith('inline') ? THING : BREAK
        const own = { text: '' }
        lines.push(own)
        walk(node, own)
      }
    }
  }
  const whole = { text: '' }
  lines.push(whole)
  walk(document.body, whole)

  const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']
  const said = [...document.querySelectorAll(attributes.map((each) => `[${each}]`).join())].flatMap((element) =>
    attributes.filter((each) => element.hasAttribute(each)).map((each) => element.getAttribute(each)),
  )
  const texts = [document.title, ...said, ...lines.flatMap(({ text }) => text.split(BREAK))]

  for (const text of texts) {
    // A name from right to left stands apart, alone; or nothing else is in its line.
    const apart = /\u2068([^\u2066-\u2069]*)\u2069/g
    let [left, before] = [text, '']
    while (left !== before) {
      before = left
      left = left.replace(apart, (all, inner) => {
        if (FROM_THE_RIGHT.test(inner) && !known.has(plain(inner))) wrong.push(`a name turns what stands beside it: ${inner}`)
        return THING
      })
    }
    if (FROM_THE_RIGHT.test(left) && !known.has(plain(left))) wrong.push(`a name turns what stands beside it: ${left.trim()}`)
    const unseen = UNSEEN.exec((/[\u2068\u2069]/.test(left) ? text : text.replace(/[\u2068\u2069]/g, '')).replace(OURS, ''))
    if (unseen) wrong.push(`an unseen character, U+${unseen[0].codePointAt(0).toString(16)}: ${text.trim().slice(0, 200)}`)
  }

  for (const element of document.querySelectorAll(TAGS)) wrong.push(`a name became an element: ${element.outerHTML.slice(0, 200)}`)
  for (const element of document.querySelectorAll('*')) {
    const listens = element.getAttributeNames().find((each) => each.startsWith('on'))
    if (listens) wrong.push(`an element listens by an attribute: ${element.outerHTML.slice(0, 200)}`)
    const to = element.getAttribute('href') ?? element.getAttribute('src') ?? element.getAttribute('action')
    if (to !== null && !to.startsWith('#') && new URL(to, location.href).origin !== location.origin) wrong.push(`a way elsewhere: ${to}`)
  }
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    wrong.push(`wider than the screen: ${scrollWidth} of ${innerWidth}, ${wide.at(-1)?.outerHTML.slice(0, 200)}`)
  }
  const shown = texts.map(plain).join('\n')
  return { missing: wanted.filter((name) => !shown.includes(plain(name))), wrong: [...new Set(wrong)] }
}
