import fc from 'fast-check'
import type { z } from 'zod'

/** The parts of a zod schema's definition that determine which values it accepts. */
type Definition = {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  in?: z.ZodType
  options?: z.ZodType[]
  entries?: Record<string, string>
  values?: unknown[]
  valueType?: z.ZodType
}

/**
 * Strings that often break parsers: empty, long, control characters, lone surrogates, bidi marks, Object property
 * names.
 */
export const hostileTexts: readonly string[] = [
  ...['', ' ', '\0', '\r\n', '\u202e', '\u2066x', '\ud800', 'x\udfff', '\ufeff', '\u0000'.repeat(50), 'é', 'ﬃ'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', '-0', '1e309'],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE users',
    '%',
    '_',
    '\\',
    '*',
    'a"b',
    '^',
    '(',
    'NEAR(',
    '../../etc/passwd',
    '%00',
    '%zz',
  ],
  ...[
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '=1+1',
    '$' + '{7*7}',
    '{{7*7}}',
    '\u{1f468}\u200d\u{1f469}',
    '٣',
  ],
  ...[
    '2026-13-45T99:99:99Z',
    '9999-12-31T23:59:59.999Z',
    '0000-00-00',
    'x'.repeat(65),
    'x'.repeat(501),
    'é'.repeat(4_001),
  ],
]
const hostileNumbers = [0, -0, -1, 0.1, 1.005, 2 ** 31, -(2 ** 31), 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324, 4.35]

/** Values of another type than the schema asks for. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1 }, { toString: 1 }),
  fc.constantFrom<unknown>(JSON.parse('{"__proto__":{"isPolluted":true}}'), {
    constructor: { prototype: { isPolluted: 1 } },
  }),
  fc.constantFrom<unknown>(
    deep(60, []),
    deep(60, {}),
    Array.from({ length: 500 }, (_, at) => at),
  ),
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...hostileNumbers),
  fc.jsonValue({ maxDepth: 4 }),
)

function deep(levels: number, end: unknown): unknown {
  return levels === 0 ? end : deep(levels - 1, Array.isArray(end) ? [end] : { a: end })
}

/** Values that mostly satisfy this schema, as far as its checks can be inferred. `known` are ids of existing rows. */
function arbitraryOf(schema: z.ZodType, known: readonly string[]): fc.Arbitrary<unknown> {
  const definition = (schema as unknown as { _zod: { def: Definition } })._zod.def
  const inner = (of = definition.innerType) => (of ? arbitraryOf(of, known) : hostileValue)
  switch (definition.type) {
    case 'string':
      return fc.oneof(
        fc.constantFrom(...known),
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom(...hostileTexts),
      )
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 200 }), fc.double(), fc.constantFrom(...hostileNumbers))
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom<unknown>(...Object.values(definition.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []))
    case 'optional':
    case 'default':
      return fc.option(inner(), { nil: undefined })
    case 'nullable':
      return fc.option(inner(), { nil: null })
    case 'array':
      return fc.array(inner(definition.element), { maxLength: 12 })
    case 'record':
      return fc.dictionary(fc.string(), inner(definition.valueType), { maxKeys: 5 })
    case 'object': {
      const fields = Object.entries(definition.shape ?? {}).map(([name, field]) => [name, arbitraryOf(field, known)])
      return fc.record(Object.fromEntries(fields))
    }
    case 'pipe':
      return inner(definition.in)
    case 'union':
      return fc.oneof(...(definition.options ?? []).map((option) => inner(option)))
    default:
      return hostileValue
  }
}

/** This value with one fault: a part replaced, a property added, or the whole wrapped. */
function spoilt(value: unknown, hostile: unknown, at: number): unknown {
  if (typeof value !== 'object' || value === null) return hostile
  if (Array.isArray(value)) return value.map((each, index) => (index === at % (value.length || 1) ? hostile : each))
  const names = Object.keys(value)
  const name = names[at % (names.length + 2)]
  if (name !== undefined) {
    const field = (value as Record<string, unknown>)[name]
    return { ...value, [name]: at % 3 === 0 ? spoilt(field, hostile, Math.floor(at / 7)) : hostile }
  }
  return at % 2 === 0 ? [value] : { ...value, more: hostile }
}

/** Inputs for a schema: valid, nearly valid, and nonsense. `good` is a valid one. */
export function arbitraryInput(
  schema: z.ZodType | undefined,
  good: unknown,
  known: readonly string[],
): fc.Arbitrary<unknown> {
  const fitting = schema ? arbitraryOf(schema, known) : hostileValue
  const nearly = fc
    .tuple(fc.oneof(fitting, fc.constant(good)), hostileValue, fc.nat(1_000))
    .map(([value, hostile, at]) => spoilt(value, hostile, at))
  return fc.oneof(
    { weight: 4, arbitrary: nearly },
    { weight: 3, arbitrary: fitting },
    { weight: 2, arbitrary: hostileValue },
  )
}

/** Malformed JSON bodies, and JSON of the wrong shape. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[',
    'null',
    '"x"',
    '0',
    '{"a":',
    '{"a":1}}',
    '\0',
    '\ufeff{}',
    '{"a":1e999}',
    '[[[[[[',
    '{"":{}}',
  ),
  fc.constantFrom(
    '{"__proto__":1}',
    '{"constructor":{"prototype":{}}}',
    `${'['.repeat(5_000)}`,
    `"${'x'.repeat(60_000)}"`,
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json({ maxDepth: 4 }),
)
