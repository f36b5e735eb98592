import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Keyring } from '../encryption/keys.ts'

const kinds = {
  payout: { added: 'id' },
  purge: { added: 'sequence' },
}

/** Replaces a log by what a version before the numbers and the chain would have written of the lines that contain one of `texts`. */
export function makeFormerLog(
  keyring: Keyring,
  kind: keyof typeof kinds,
  file: string,
  texts: readonly string[] = [''],
): void {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  const former = lines.filter((line) => texts.some((text) => line.includes(text))).map((line) => signed(line))
  writeFileSync(file, former.join(''))

  function signed(line: string): string {
    const values = JSON.parse(line) as Record<string, unknown>
    for (const field of ['key', 'mac', 'after', kinds[kind].added]) delete values[field]
    const key = keyring.activeId
    const text = JSON.stringify([kind, ...Object.values(values)])
    const mac = createHmac('sha256', keyring.key(key, 'backup')).update(text).digest('base64url')
    return `${JSON.stringify({ ...values, key, mac })}\n`
  }
}
