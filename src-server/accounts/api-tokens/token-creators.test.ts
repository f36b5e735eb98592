import { expect, test } from 'vitest'
import { tokenScopes } from '#shared/api-token.ts'
import { aToken } from '../../testing/test-support/factories.ts'
import { enrol } from '../../testing/test-support/second-factor.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

/** A token never has more permissions than its maker has now. */

async function statusOf(app: TestApp, headers: Record<string, string>): Promise<number> {
  return (await app.request('GET', '/api/admin/submissions', { headers })).statusCode
}
const setUser = ({ ctx }: TestApp, { id }: Person, changes: object) =>
  ctx.db.updateTable('users').set(changes).where('id', '=', id).execute()

test('suspends a token while its maker is disabled', async () => {
  await using app = await createTestApp()
  const [owner, maker] = [await app.staff(), await app.colleague('owner')]
  const { headers } = await aToken(maker, ['submissions:read'])
  await setUser(app, maker, { disabled_at: app.clock.now().toISOString() })
  expect(await statusOf(app, headers)).toBe(401)
  expect(await owner.api.admin.tokens.list()).toMatchObject([{ state: 'suspended' }])
})

test('suspends a token while its maker has a required action', async () => {
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

test("suspends a token whose scopes exceed its maker's current role", async () => {
  await using app = await createTestApp()
  const maker = await app.colleague('owner')
  const read = await aToken(maker, ['submissions:read'])
  const decide = await aToken(maker, ['submissions:read', 'submissions:write'])
  const pay = await aToken(maker, ['submissions:read', 'payouts:read', 'payouts:write'])
  const everything = await aToken(
    maker,
    tokenScopes.filter((scope) => scope !== 'orders'),
  )
  await setUser(app, maker, { role: 'support' })
  expect(await statusOf(app, read.headers)).toBe(200)
  for (const { headers } of [decide, pay]) expect(await statusOf(app, headers)).toBe(401)
  await setUser(app, maker, { role: 'reviewer' })
  expect(await statusOf(app, decide.headers)).toBe(200)
  expect(await statusOf(app, everything.headers)).toBe(401)
  await setUser(app, maker, { role: 'finance' })
  expect(await statusOf(app, pay.headers)).toBe(200)
  expect(await statusOf(app, decide.headers)).toBe(401)
})
