type Shared = { text?: string; parsed: Map<object, unknown> }

const answers = new WeakMap<object, Shared>()

/**
 * Frozen objects of plain values are answers of many calls, such as quotes: what they become is kept with them.
 * Undefined for everything else.
 */
function sharedOf(answer: unknown): Shared | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const known = answers.get(answer)
  if (known || !Object.isFrozen(answer) || Object.values(answer).some(isObject)) return known
  const shared = { parsed: new Map() }
  answers.set(answer, shared)
  return shared
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** What `parse` returns for an answer. A shared one is parsed once with each `schema`, into a shared one. */
export function parsedOnce(schema: object, answer: unknown, parse: (answer: unknown) => unknown): unknown {
  const shared = sharedOf(answer)
  if (!shared) return parse(answer)
  const known = shared.parsed.get(schema)
  if (known !== undefined) return known
  const parsed = Object.freeze(parse(answer))
  shared.parsed.set(schema, parsed)
  return parsed
}

/** The JSON of an answer, as `JSON.stringify` makes it, if it is shared; undefined for every other one. */
export function sharedJson(answer: unknown): string | undefined {
  const shared = sharedOf(answer)
  if (shared) shared.text ??= JSON.stringify(answer)
  return shared?.text
}
