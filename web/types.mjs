// Writes src/lib/messages.d.ts: the types of everything on the wire, from the schema that knobel.serve.schema prints.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const python = process.env.KNOBEL_PYTHON ?? '../.venv/bin/python'
const schema = JSON.parse(execFileSync(python, ['-m', 'knobel.serve.schema'], { encoding: 'utf8', maxBuffer: 1 << 24 }))

// A JSON schema calls every field with a default optional. Requests may leave such a field out, and so do these structs
// (omit_defaults) when they are sent; all others arrive complete, but for fields that have no default and may be unset.
const entries = schema.$defs.Step.properties.e.anyOf.map(({ $ref }) => $ref.split('/').pop())
const partial = new Set([...entries, 'Step', 'Phrase', 'Change', 'NewTable'])
for (const [name, definition] of Object.entries(schema.$defs)) {
  definition.title = name // as it is referred to: three games have a State
  if (!definition.properties || partial.has(name) || name.endsWith('Options')) continue
  const { properties, required = [] } = definition
  definition.required = Object.keys(properties).filter((field) => required.includes(field) || 'default' in properties[field])
}

/** Adapts the schema to the compiler: plain data may hold any key, and tuples are written as in an older draft. */
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
const REFERRED = / \*\n \* This interface was referenced by .*\n \* via .*\n/g
const ONLY_REFERRED = /\/\*\*\n \* This interface was referenced by .*\n \* via .*\n \*\/\n/g
writeFileSync(new URL('src/lib/messages.d.ts', import.meta.url), types.replace(ONLY_REFERRED, '').replace(REFERRED, ''))
