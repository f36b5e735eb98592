import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { misspeltNames } from './misspelled-settings.ts'

/** The variables of a `.env` file; none without one. Warns about names that look like misspellings of `known` ones. */
export function readEnvFile(file: string, known: readonly string[]): NodeJS.Dict<string> {
  if (!existsSync(file)) return {}
  const given = parseSettings(readFileSync(file, 'utf8'))
  // The SDK of OpenTelemetry reads more variables than the server.
  const own = Object.keys(given).filter((name) => !name.startsWith('OTEL_'))
  for (const { name, nearest } of misspeltNames(own, known))
    process.stderr.write(`Warning: .env sets ${name}, which nothing reads. Did you mean ${nearest}?\n`)
  return given
}

/** The variables of the text of a `.env` file, which editors may begin with a byte order mark. */
export function parseSettings(text: string): NodeJS.Dict<string> {
  return parseEnv(text.replace(/^\uFEFF/, ''))
}
