import { expect, test } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'

const changes = { email: 'new@mail.example', phone: '555-010-0199', address: '1 Main Street' }

test('e-mail, phone and address are saved, and stay after signing in again', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const saved = { id: customer.id, name: 'Dana Reyes', ...changes }
  expect(await customer.api.account.saveProfile({ ...changes, email: ' NEW@mail.example' })).toEqual(saved)
  const body = { email: changes.email, password: 'a-customer-password' }
  expect((await app.request('POST', '/api/auth/sign-in', { body })).json()).toEqual(saved)
})

test('the name, the role and the password cannot be changed along', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const before = await app.ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow()
  const more = { ...changes, name: 'Somebody Else', role: 'owner', password_hash: 'x', id: 'other' }
  await customer.api.account.saveProfile(more)
  const after = await app.ctx.db.selectFrom('users').selectAll().where('id', '=', customer.id).executeTakeFirst()
  expect(after).toEqual({ ...before, ...changes, search_text: expect.any(String) })
})

test('an address of another account is refused in whatever case', async () => {
  await using app = await createTestApp()
  const [customer, other] = [await app.customer(), await app.customer()]
  const email = other.email.toUpperCase()
  await expect(customer.api.account.saveProfile({ ...changes, email })).rejects.toMatchObject({
    cause: { code: 'conflict' },
    message: 'This email is already registered. Please sign in instead.',
  })
  expect((await customer.api.account.session()).customer).toMatchObject({ email: customer.email, address: '' })
})

test('one’s own address is no conflict', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  await expect(customer.api.account.saveProfile({ ...changes, email: customer.email })).resolves.toBeTruthy()
})

test.each([
  ['a placeholder', { email: 'fake@mail.example' }, 'Please use your actual email address, not a placeholder.'],
  ['half an address', { email: 'dana@mail' }, 'Please enter a valid email address.'],
  ['letters as phone', { phone: 'call me' }, 'Please enter a valid phone number.'],
  ['a line that turns its direction', { address: 'Main \u202e teertS' }, 'cannot be used here'],
  ['a very long address', { address: 'x'.repeat(301) }, 'Use at most 300 characters.'],
])('%s is refused and nothing is saved', async (_, wrong, words) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  await expect(customer.api.account.saveProfile({ ...changes, ...wrong })).rejects.toThrow(words)
  expect((await customer.api.account.session()).customer).toMatchObject({ email: customer.email, address: '' })
})
