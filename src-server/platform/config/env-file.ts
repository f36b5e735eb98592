import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Maximum share of differing characters for a name to count as misspelled. */
const ALIKE = 1 / 3

/** The variables of a `.env` file; none without one. Warns about names that look like misspellings of `known` ones. */
export function readEnvFile(file: string, known: readonly string[]) {
  if (!existsSync(file)) return {}
  const given = parseSettings(readFileSync(file, 'utf8'))
  // The SDK of OpenTelemetry reads more variables than the server.
  const own = Object.keys(given).filter((name) => !name.startsWith('OTEL_'))
  for (const { name, nearest } of misspeltNames(own, known))
    process.stderr.write(`Warning: .env sets ${name}, which nothing reads. Did you mean ${nearest}?\n`)
  return given
}

/** The variables of the text of a `.env` file, which editors may begin with a byte order mark. */
export function parseSettings(text: string) {
  return parseEnv(text.replace(/^\uFEFF/, ''))
}

/** Unknown names in `given` that resemble a known one, each with the nearest. Other names belong to other programs. */
export function misspeltNames(given: readonly string[], known: readonly string[]) {
  return given.flatMap((name) => {
    if (known.includes(name)) return []
    const [nearest] = known
      .map((other) => ({ other, part: distance(name.toUpperCase(), other) / Math.max(name.length, other.length) }))
      .filter(({ part }) => part <= ALIKE)
      .sort((one, two) => one.part - two.part)
    return nearest ? [{ name, nearest: nearest.other }] : []
  })
}

function distance(one: string, other: string) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [column, opposite] of [...other].entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === opposite ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
