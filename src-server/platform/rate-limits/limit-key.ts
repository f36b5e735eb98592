import { createHmac } from 'node:crypto'
import type { Keyring } from '../encryption/keys.ts'

/** A keyed hash of these parts, so that stored keys contain no names. A new active data key changes it. */
export function limitKey(keyring: Keyring, ...parts: readonly string[]): string {
  const mac = createHmac('sha256', keyring.key(keyring.activeId, 'limits')).update(JSON.stringify(parts))
  return mac.digest('base64url')
}
