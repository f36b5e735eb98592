import { expect, test } from 'vitest'
import { createContext } from '../context.ts'
import { readConfig } from '../platform/config/config.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createPasswords } from './passwords.ts'

test('verifies only the right password and salts every hash', async () => {
  const { hash, verify } = createPasswords()
  const [one, two] = [await hash('correct horse'), await hash('correct horse')]
  expect(one).not.toBe(two)
  expect(await verify(one, 'correct horse')).toBe('normal')
  expect(await verify(one, 'correct horsE')).toBe(false)
  expect(await verify(one, '')).toBe(false)
})

test('verifies no password without a hash', async () => {
  expect(await createPasswords().verify(undefined, '')).toBe(false)
})

test('the server hashes with Argon2id at the OWASP minimum: 19 MiB, two passes, one lane', async () => {
  using folder = tempFolder()
  await using ctx = await createContext(readConfig({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' }))
  expect(await ctx.passwords.hash('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('rejects hashes beyond the queue and accepts new ones afterwards', async () => {
  const { hash, verify } = createPasswords()
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hash('x')))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(8)
  expect(refused[0]).toMatchObject({
    reason: { code: 'unavailable', message: 'Too many people are signing in. Please try again.' },
  })
  expect(await verify(await hash('x'), 'x')).toBe('normal')
}, 20_000)

test('continues the queue after an unreadable hash', async () => {
  const { hash, verify } = createPasswords()
  for (let attempt = 0; attempt < 4; attempt++) await expect(verify('$argon2id$broken', 'x')).rejects.toThrow()
  expect(await hash('x')).toContain('$argon2id$')
})
