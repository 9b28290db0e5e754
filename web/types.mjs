// Writes src/lib/messages.d.ts: the types of everything on the wire, from the structs of knobel/serve/messages.py and documents.py.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

// Only these leave out what is at its default. JSON schema calls every field with a default optional, in both
// directions, but all other structs arrive complete.
const LEAVES_OUT = /Options$|^(Step|Phrase|Change|NewTable)$/

const python = process.env.KNOBEL_PYTHON ?? '../.venv/bin/python'
const schema = JSON.parse(execFileSync(python, ['-m', 'knobel.serve.schema'], { encoding: 'utf8', maxBuffer: 1 << 24 }))
for (const [name, definition] of Object.entries(schema.$defs)) {
  definition.title = name // as it is referred to: three games have a State
  if (definition.properties && !LEAVES_OUT.test(name)) definition.required = Object.keys(definition.properties)
}

/** Plain data may hold anything, and the compiler knows tuples only as an older draft wrote them. */
function adapted(node) {
  if (typeof node !== 'object' || !node) return
  if (node.type === 'object' && !node.properties) node.additionalProperties ??= true
  if (node.prefixItems) node.items = node.prefixItems
  Object.values(node).forEach(adapted)
}
adapted(schema.$defs)

const types = await compile(schema, 'Messages', {
  additionalProperties: false,
  bannerComment: '',
  maxItems: 9,
  unreachableDefinitions: true,
})
const plain = types.replace(/\n \*\n \* This interface was referenced by `Knobel`'s JSON-Schema\n \* via .*(?=\n \*\/)/g, '')
writeFileSync(new URL('src/lib/messages.d.ts', import.meta.url), plain)
