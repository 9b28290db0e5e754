/** Whether this device has a keyboard: a touch screen has one as soon as a key was pressed outside of a text field. */

const TYPING = 'input, textarea, [contenteditable]'

class Keyboard {
  seen = $state(typeof matchMedia === 'undefined' || !matchMedia('(pointer: coarse)').matches)

  /** On-screen keyboards send keys, too, but only to text fields. */
  listen(): void {
    if (this.seen) return
    addEventListener('keydown', ({ target }) => {
      if (!(target instanceof Element && target.closest(TYPING))) this.seen = true
    })
  }
}

export const keyboard = new Keyboard()
if (typeof document !== 'undefined') keyboard.listen()
