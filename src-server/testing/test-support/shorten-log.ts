import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Keyring } from '../../platform/encryption/keys.ts'

/** Keeps only the lines of the payout log that contain `text`, signed as if the site had written no others. */
export function shortenPayoutLog(keyring: Keyring, file: string, text: string): void {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  let after = ''
  const kept = lines
    .filter((line) => line.includes(text))
    .map((line) => {
      const { key: _, mac: __, after: ___, ...values } = JSON.parse(line) as Record<string, string>
      const key = keyring.activeId
      const covered = JSON.stringify(['payout', ...Object.values(values), after])
      const mac = createHmac('sha256', keyring.key(key, 'backup')).update(covered).digest('base64url')
      const signed = `${JSON.stringify({ ...values, after, key, mac })}\n`
      after = mac.slice(0, 16)
      return signed
    })
  writeFileSync(file, kept.join(''))
}
