/** Settings of this device, in its local storage; they are never sent to the server. */

export interface DeviceSettings {
  language: 'auto' | 'de' | 'en'
  theme: 'auto' | 'dark' | 'light'
  /** Whether sounds are played. An older key, `sound`, was stored as off on every device, and is not read. */
  audible: boolean
  haptics: boolean
  /** How fast dice and cups move: 1 is as drawn, 2 twice as fast, 0 at once. */
  speed: 0 | 0.5 | 1 | 2
  /** The colour of the own dice: `seat`, or the name of one of parts/colours.ts. */
  dice: string
  contrast: 'auto' | 'more'
  /** Whether a decision that ends the turn waits for a second in which it can be taken back. */
  takeBack: boolean
  /** Whether the own dice are thrown without a tap. */
  throwForMe: boolean
  /** Whether single-key shortcuts work at the table; speech input would trigger them (WCAG 2.1.4). */
  keys: boolean
  /** Whether the log lies beside the table on a wide screen. */
  log: boolean
  /** Whether the coach's panel lies open, at tables where that is allowed. */
  coach: boolean
  /** From which class of decision on the coach speaks up before it is made. */
  tutor: 'off' | 'mistake' | 'blunder'
  name: string
}

/** The system's preferences, followed while the page is open. */
class Wish {
  current = $state(false)

  constructor(query: string) {
    if (typeof matchMedia === 'undefined') return
    const asked = matchMedia(query)
    this.current = asked.matches
    asked.addEventListener('change', (event) => (this.current = event.matches))
  }
}

const light = new Wish('(prefers-color-scheme: light)')
const contrast = new Wish('(prefers-contrast: more), (forced-colors: active)')
const still = new Wish('(prefers-reduced-motion: reduce)')

const KEY = 'knobel.settings'
const USUAL: DeviceSettings = {
  language: 'auto',
  theme: 'auto',
  audible: true,
  haptics: true,
  speed: 1,
  dice: 'seat',
  contrast: 'auto',
  takeBack: true,
  throwForMe: false,
  keys: true,
  log: false,
  coach: false,
  tutor: 'off',
  name: '',
}

/** The settings with a few allowed values. */
const CHOICES: Partial<Record<keyof DeviceSettings, readonly unknown[]>> = {
  language: ['auto', 'de', 'en'],
  theme: ['auto', 'dark', 'light'],
  speed: [0, 0.5, 1, 2],
  contrast: ['auto', 'more'],
  tutor: ['off', 'mistake', 'blunder'],
}

/** The stored settings; unknown keys and values that do not fit are dropped. */
export function parseSettings(kept: string | null): DeviceSettings {
  const liked: DeviceSettings = { ...USUAL }
  try {
    const found: unknown = JSON.parse(kept ?? '{}')
    if (typeof found !== 'object' || found === null) return liked
    const values = new Map<string, unknown>(Object.entries(found))
    for (const key of Object.keys(USUAL) as (keyof DeviceSettings)[]) {
      const value = values.get(key)
      const fits = CHOICES[key]?.includes(value) ?? typeof value === typeof USUAL[key]
      if (fits) Object.assign(liked, { [key]: value })
    }
  } catch {
    // Unreadable: use the defaults.
  }
  return liked
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // storage is disabled
  }
}

export const settings: DeviceSettings = $state(parseSettings(kept()))

/** Stores every change, and applies theme, contrast and speed to the document. Call it once. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const now = JSON.stringify(settings)
      try {
        localStorage.setItem(KEY, now)
      } catch {
        // Without storage the settings last until the page is closed.
      }
    })
    $effect(() => {
      const root = document.documentElement
      root.dataset.theme = settings.theme === 'auto' ? (light.current ? 'light' : 'dark') : settings.theme
      root.dataset.contrast = settings.contrast === 'auto' && !contrast.current ? 'usual' : 'more'
      root.style.setProperty('--pace', String(pace()))
      const ground = getComputedStyle(root).getPropertyValue('--ground')
      for (const bar of document.querySelectorAll('meta[name="theme-color"]')) bar.setAttribute('content', ground)
    })
  })
  addEventListener('storage', (event) => {
    if (event.key === KEY) Object.assign(settings, parseSettings(event.newValue))
  })
}

/** How much faster than the setting everything is shown: while this player is out, and to catch up. */
export const tempo = $state({ rate: 1 })

/** What durations of movements are multiplied by: 0 where nothing may move. */
export function pace(): number {
  return still.current ? 0 : beatPace()
}

/** What durations of beats are multiplied by: 0 at the speed "at once". Reduced motion keeps their order and time. */
export function beatPace(): number {
  return settings.speed === 0 ? 0 : 1 / (settings.speed * tempo.rate)
}
