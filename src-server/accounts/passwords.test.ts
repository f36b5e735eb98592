import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('verifies only the right password and salts every hash', async () => {
  const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  expect(one).not.toBe(two)
  expect(await verifyPassword(one, 'correct horse')).toBe(true)
  expect(await verifyPassword(one, 'correct horsE')).toBe(false)
  expect(await verifyPassword(one, '')).toBe(false)
})

test('verifies no password without a hash', async () => {
  expect(await verifyPassword(undefined, '')).toBe(false)
})

test('rejects hashes beyond the queue and accepts new ones afterwards', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('x')))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(8)
  expect(refused[0]).toMatchObject({
    reason: { code: 'unavailable', message: 'Too many people are signing in. Please try again.' },
  })
  expect(await verifyPassword(await hashPassword('x'), 'x')).toBe(true)
}, 20_000)

test('continues the queue after an unreadable hash', async () => {
  for (let attempt = 0; attempt < 4; attempt++) await expect(verifyPassword('$argon2id$broken', 'x')).rejects.toThrow()
  expect(await hashPassword('x')).toContain('$argon2id$')
})
