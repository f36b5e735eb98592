import { expect, test } from 'vitest'
import { parseKeyring } from '../platform/encryption/keys.ts'
import { decryptDestination, encryptDestination } from './destination.ts'

const keyring = parseKeyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
const details = { type: 'cashapp', details: '$dana_r' } as const

test('where a payout goes can be read with its own id only, so that no row takes over the destination of another', () => {
  const details_encrypted = encryptDestination(keyring, 'PO-ONE', details)
  expect(decryptDestination(keyring, { id: 'PO-ONE', details_encrypted })).toEqual(details)
  expect(() => decryptDestination(keyring, { id: 'PO-OTHER', details_encrypted })).toThrow()
})
