/** Synthesized sounds (noise and sines): nothing is downloaded. They start with the first touch or key. */

import { settings } from './settings.svelte'

let context: AudioContext | null = null

/** Starts audio. Browsers allow it after the first touch or key, and Safari within one only; calls may interrupt it. */
function wake(): void {
  if (!settings.audible || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state !== 'running') void context.resume()
}
if (typeof document !== 'undefined')
  for (const gesture of ['click', 'touchend', 'keydown']) document.addEventListener(gesture, wake)

/** The running audio; null while sound is off or not allowed yet, so that sounds do not pile up. */
function audible(): AudioContext | null {
  if (!settings.audible) return null
  if (navigator.userActivation?.hasBeenActive) wake()
  return context?.state === 'running' ? context : null
}

function fading(audio: AudioContext, at: number, loudness: number, length: number): GainNode {
  const gain = audio.createGain()
  gain.gain.setValueAtTime(loudness, at)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  gain.connect(audio.destination)
  return gain
}

/** A knock: noise through a narrow filter. Low and long is wood, high and short is brass. */
function knock(audio: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate)
  const samples = noise.getChannelData(0)
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1
  const source = new AudioBufferSourceNode(audio, { buffer: noise })
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 2.5 })
  source.connect(filter).connect(fading(audio, at, loudness, length))
  source.start(at)
}

function tone(audio: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  const source = new OscillatorNode(audio, { type: 'sine', frequency: pitch })
  source.connect(fading(audio, at, loudness, length))
  source.start(at)
  source.stop(at + length)
}

function sounding(make: (audio: AudioContext, now: number) => void): void {
  const audio = audible()
  if (audio) make(audio, audio.currentTime + 0.01)
}

/** `sound.dice(3)` and its kin; silent while sound is off. */
export const sound = {
  /** Dice in a shaken cup. */
  rattle: (): void =>
    sounding((audio, now) => {
      for (let hit = 0; hit < 9; hit += 1) {
        knock(audio, now + hit * 0.055 + Math.random() * 0.02, 900 + Math.random() * 700, 0.05, 0.25)
      }
    }),

  /** Dice that fall on wood: each bounces, softer each time. */
  dice: (count = 3): void =>
    sounding((audio, now) => {
      for (let die = 0; die < Math.min(count, 6); die += 1) {
        const first = now + Math.random() * 0.12
        knock(audio, first, 420 + Math.random() * 160, 0.12, 0.5)
        knock(audio, first + 0.11, 520 + Math.random() * 160, 0.08, 0.25)
        knock(audio, first + 0.19, 600 + Math.random() * 160, 0.06, 0.12)
      }
    }),

  /** A flap tips over. */
  flap: (): void =>
    sounding((audio, now) => {
      knock(audio, now, 2600, 0.03, 0.5)
      knock(audio, now + 0.05, 700, 0.09, 0.5)
    }),

  /** A beer mat slides over the table. */
  mat: (): void => sounding((audio, now) => knock(audio, now, 1800, 0.28, 0.16)),

  /** A cup is put down, or lifted. */
  cup: (): void => sounding((audio, now) => knock(audio, now, 160, 0.18, 0.9)),

  /** A pen fills a circle. */
  pen: (): void => sounding((audio, now) => knock(audio, now, 3200, 0.2, 0.08)),

  /** It is your turn. */
  chime: (): void =>
    sounding((audio, now) => {
      tone(audio, now, 659.3, 0.7, 0.12)
      tone(audio, now + 0.12, 880, 0.9, 0.1)
    }),

  /** The game is over: a major chord, note by note. */
  finale: (): void =>
    sounding((audio, now) => {
      for (const [place, pitch] of [523.3, 659.3, 784, 1046.5].entries()) tone(audio, now + place * 0.14, pitch, 1.4, 0.09)
    }),
}

/** The names of the effects that beats play. */
export type SoundName = Exclude<keyof typeof sound, 'chime'>
