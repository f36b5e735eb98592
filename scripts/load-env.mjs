// Reads `.env` as the server does: variables that are set win, and a byte order mark is skipped.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

export function loadEnv(file) {
  if (!existsSync(file)) return
  const given = parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  for (const [name, value] of Object.entries(given)) process.env[name] ??= value
}
