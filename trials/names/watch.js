// Runs before anything else on a page: takes down what comes of names that want to be more than text.
(markup) => {
  const struck = (globalThis.struck = [])
  globalThis.x = () => struck.push('code of a name has run')

  const looked = (place, given) => {
    const name = markup.find((each) => given.some((text) => String(text).includes(each)))
    if (name) struck.push(`${place} was given a name: ${name}`)
  }
  const properties = [[Element, 'innerHTML'], [Element, 'outerHTML'], [ShadowRoot, 'innerHTML'], [HTMLIFrameElement, 'srcdoc']]
  for (const [{ prototype }, name] of properties) {
    const property = Object.getOwnPropertyDescriptor(prototype, name)
    const set = function (text) {
      looked(name, [text])
      property.set.call(this, text)
    }
    Object.defineProperty(prototype, name, { ...property, set })
  }
  const methods = [
    ...[[Element, 'insertAdjacentHTML'], [Element, 'setHTMLUnsafe'], [Document, 'write'], [Document, 'writeln']],
    ...[[DOMParser, 'parseFromString'], [Range, 'createContextualFragment']],
  ]
  for (const [{ prototype }, name] of methods) {
    const method = prototype[name]
    prototype[name] = function (...given) {
      looked(name, given)
      return method.apply(this, given)
    }
  }
}
