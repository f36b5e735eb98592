import { readFileSync, writeFileSync } from 'node:fs'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { makeLine, parseLine } from '../../platform/signed-logs/signed-log.ts'

/** Keeps only the lines of a log that contain `text`, signed as if the site had written no others. */
export function shortenLog(keyring: Keyring, file: string, text: string): void {
  let last: string | undefined
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(text))
    .flatMap((line) => {
      const { kind, values } = parseLine(line) ?? {}
      if (kind === undefined || !values) return []
      const made = makeLine(keyring, kind, values, last)
      last = made.mac
      return [`${made.text}\n`]
    })
  writeFileSync(file, lines.join(''))
}
