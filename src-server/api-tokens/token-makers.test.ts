import { expect, test } from 'vitest'
import { tokenScopes } from '#shared/api-token.ts'
import { aToken } from '../test-support/factories.ts'
import { enrol } from '../test-support/second-factor.ts'
import { createTestApp, type Person, type TestApp } from '../test-support/test-app.ts'

/** A token is as much as who made it is now. */

async function statusOf(app: TestApp, headers: Record<string, string>): Promise<number> {
  return (await app.request('GET', '/api/admin/submissions', { headers })).statusCode
}
const setUser = ({ ctx }: TestApp, { id }: Person, changes: object) =>
  ctx.db.updateTable('users').set(changes).where('id', '=', id).execute()

test('it stands still while its maker is disabled', async () => {
  await using app = await createTestApp()
  const [owner, maker] = [await app.staff(), await app.colleague('owner')]
  const { headers } = await aToken(maker, ['submissions:read'])
  await setUser(app, maker, { disabled_at: app.clock.now().toISOString() })
  expect(await statusOf(app, headers)).toBe(401)
  expect(await owner.api.admin.tokens.list()).toMatchObject([{ state: 'suspended' }])
})

test('it stands still while its maker has to replace a password or set up a required second factor', async () => {
  await using app = await createTestApp({ STAFF_MFA: 'required' })
  const owner = await app.staff()
  await enrol(app, owner)
  const { headers } = await aToken(owner, ['submissions:read'])
  expect(await statusOf(app, headers)).toBe(200)
  await setUser(app, owner, { must_change_password: 1 })
  expect(await statusOf(app, headers)).toBe(401)
  await setUser(app, owner, { must_change_password: 0 })
  expect(await statusOf(app, headers)).toBe(200)
  await app.ctx.db.deleteFrom('second_factors').where('user_id', '=', owner.id).execute()
  expect(await statusOf(app, headers)).toBe(401)
})

test('it can do no more than its maker may now', async () => {
  await using app = await createTestApp()
  const maker = await app.colleague('owner')
  const read = await aToken(maker, ['submissions:read'])
  const decide = await aToken(maker, ['submissions:read', 'submissions:write'])
  const everything = await aToken(
    maker,
    tokenScopes.filter((scope) => scope !== 'orders'),
  )
  await setUser(app, maker, { role: 'support' })
  expect(await statusOf(app, read.headers)).toBe(200)
  expect(await statusOf(app, decide.headers)).toBe(401)
  await setUser(app, maker, { role: 'reviewer' })
  expect(await statusOf(app, decide.headers)).toBe(200)
  expect(await statusOf(app, everything.headers)).toBe(401)
})
