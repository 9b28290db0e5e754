/*
 * Samples the page in every animation frame, and plays recorded messages to it.
 *
 * `spoilers.open(snapshot)` opens the table, `spoilers.play(message)` delivers an entry and resolves when the page is
 * at rest again, with all frames until then, and all that was `said` between them, too. A frame is what the page says in
 * addition to what it has said since before the message: texts, attributes, custom properties and controls that can be
 * used, each with its place on the page. What went away and came back is new: a throw can repeat the dice before it.
 */
;(({ factor, quiet, settle, samples }) => {
  // A table without a server: the connection is open, and the messages come from `spoilers`.
  const sockets = []
  let first = null
  window.WebSocket = class {
    readyState = 0
    constructor() {
      sockets.push(this)
      setTimeout(() => {
        this.readyState = 1
        this.onopen?.({})
        if (first) deliver(first)
      }, 0)
    }
    send(text) {
      if (text === 'null') setTimeout(() => this.onmessage?.({ data: '0' }), 0)
    }
    close() {
      this.readyState = 3
    }
  }
  const deliver = (text) => sockets.at(-1)?.onmessage?.({ data: text })

  // Time runs faster for timers; animations are sped up by the browser.
  const { setTimeout: later, setInterval: repeat, requestAnimationFrame: frame } = window
  const clock = performance.now.bind(performance)
  const begun = clock()
  window.setTimeout = (call, ms = 0, ...rest) => later(call, ms / factor, ...rest)
  window.setInterval = (call, ms = 0, ...rest) => repeat(call, ms / factor, ...rest)
  performance.now = () => begun + (clock() - begun) * factor
  window.requestAnimationFrame = (call) => frame((at) => call(begun + (at - begun) * factor))

  /** The place of an element, if it is another one than that of its parent. */
  function placeOf(element) {
    if (element.matches('[aria-live], [role="status"], [role="alert"]')) return 'announcer'
    if (element.matches('.frame > section:not(.own) li')) {
      return `strip ${[...element.parentElement.children].indexOf(element)}`
    }
    if (element.matches('aside, ol[aria-label]')) return 'log'
    if (element.matches('section.own > .now')) return 'status line'
    if (element.matches('.flap')) return 'flaps'
    if (element.matches('header')) return 'header'
    if (element.matches('section.own')) return 'panel'
    if (element.matches('main')) return 'board'
    if (element.matches('main li, main .seat')) return `board ${[...element.parentElement.children].indexOf(element)}`
    return null
  }

  const GRAPHIC = new Set(['d', 'viewBox', 'points', 'style', 'class', 'xmlns', 'width', 'height', 'data-beat'])
  const CONTROLS = 'button, input, select, summary, a[href]'

  function nameOf(element) {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
    return text.length <= 60 ? text : ''
  }

  /** Everything that the page says now. A die that cannot be seen yet is among the `unseen`. */
  function read() {
    const items = new Set([`title\ttext\t${document.title}`])
    const times = new Map() // the same item twice is another one: two seats can have the same dice
    const dice = []
    const visit = (element, inherited) => {
      const die = inherited.startsWith('die') ? inherited : element.matches('.die, .dice') ? `die in ${inherited}` : null
      const place = die ?? placeOf(element) ?? inherited
      const add = (kind, value) => {
        const plain = `${place}\t${kind}\t${value}`
        const count = (times.get(plain) ?? 0) + 1
        times.set(plain, count)
        const item = count > 1 ? `${plain}\t${count}` : plain
        items.add(item)
        if (die) dice.push([item, element])
      }
      const name = nameOf(element)
      for (const { name: attribute, value } of element.attributes) {
        if (!GRAPHIC.has(attribute)) add(`${attribute} of ${element.localName}`, value)
      }
      for (const each of element.classList) {
        if (!each.startsWith('svelte-')) add(`class of ${element.localName}`, `${each} (${name})`)
      }
      for (const property of element.style ?? []) {
        if (property.startsWith('--')) add('property', `${property}: ${element.style.getPropertyValue(property)}`)
      }
      if (element.matches(CONTROLS) && !element.disabled && element.ariaDisabled !== 'true') add('enabled', name)
      if (element.localName === 'svg') return
      for (const child of element.childNodes) {
        if (child.nodeType === 1) visit(child, place)
        else if (child.nodeType === 3 && child.data.trim()) add('text', child.data.trim().replace(/\s+/g, ' '))
      }
    }
    visit(document.body, 'page')
    return { items, dice }
  }

  const finite = (animation) => animation.playState === 'running' && animation.effect?.getComputedTiming().endTime < Infinity
  const ofDie = (animation) => animation.effect?.target?.closest?.('.die')

  /** Frames without a change before a page is at rest: timers are late on a busy machine, and so are frames. */
  const CALM = 8

  let current = null
  let calm = 0
  let lastChange = 0
  let changedAt = 0
  let mutated = true
  let running = null
  let staged = false
  /** The beats of an entry in their order, also those that no frame has shown on a busy machine. */
  let beats = []

  const beatNow = () => document.querySelector('[data-beat]')?.dataset.beat ?? null

  function watch() {
    new MutationObserver(() => {
      mutated = true
      const beat = beatNow()
      if (beat !== null && beat !== beats.at(-1)) beats.push(beat)
      if (!running) return
      mutated = false
      changedAt = clock()
      current = read()
      for (const item of running.before) if (!current.items.has(item)) running.before.delete(item)
      for (const item of current.items) if (!running.before.has(item)) running.said.add(item)
      note(0) // a busy machine may have no frame for it
    }).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    frame(sample)
  }

  /** One animation frame: what the last one has painted. */
  function sample() {
    frame(sample)
    if (!document.body) return
    if (mutated) {
      mutated = false
      current = read()
      changedAt = clock()
    }
    if (running) {
      const moving = note(1)
      rest(moving)
    }
  }

  /** Adds a state of the page, and how many frames have shown it; the animations that run. */
  function note(count) {
    const beat = beatNow()
    staged ||= beat !== null
    const moving = document.getAnimations().filter(finite)
    const flying = moving.some(ofDie)
    const unseen = current.dice.filter(([, element]) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    const added = [...current.items].filter((item) => !running.before.has(item))
    const seen = { beat, flying, added, unseen: [...new Set(unseen.map(([item]) => item))] }
    const key = JSON.stringify(seen)
    const last = running.frames.at(-1)
    if (last?.key === key) last.count += count
    else running.frames.push({ ...seen, key, count })
    return moving
  }

  /** Ends the recording of an entry if nothing moves any more. */
  function rest(moving) {
    const still = clock() - Math.max(changedAt, running.at)
    calm = still > 0 && changedAt === lastChange ? calm + 1 : 0
    lastChange = changedAt
    if (calm < CALM || beatNow() !== null || moving.length > 0) return
    if (still > (staged ? settle : quiet)) {
      const { frames, said, done } = running
      running = null
      done({ frames: frames.map(({ key: _, ...each }) => each), said: [...said] })
    }
  }

  window.spoilers = {
    deliver,
    beats: () => beats,
    open: (snapshot) => (first = snapshot),
    play: (message) =>
      new Promise((done) => {
        frame(() => {
          beats = []
          running = { before: read().items, frames: [], said: new Set(), at: clock(), done }
          deliver(message)
        })
      }),
  }
  if (samples) watch()
})
