import { expect, test } from 'vitest'
import type { ServerContext } from '../context.ts'
import { limitOf } from '../platform/rate-limits/rate-limit-config.ts'
import { enrol } from '../testing/test-support/second-factor.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { resetOwner } from './reset-owner.ts'

const unconfigured = ({ ctx }: TestApp): ServerContext => ({ ...ctx, config: { ...ctx.config, owner: undefined } })
const first = { username: undefined, removesFactor: false }
const login = (app: TestApp, username: string, password: string) =>
  app.request('POST', '/api/admin/login', { body: { username, password } })
const factorsOf = ({ ctx }: TestApp) => ctx.db.selectFrom('second_factors').select('user_id').execute()

test('gives the first owner a one-time password, ends their sessions, resets their limits and leaves an entry', async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  const owner = await app.staff()
  for (let tries = 0; tries < limitOf('staffSignInName').max; tries++) await login(app, 'owner', 'guessed')
  const { username, password } = await resetOwner(unconfigured(app), first)
  await expect(owner.api.account.session()).resolves.toMatchObject({ staff: null })
  const signedIn = await login(app, username, password)
  expect([username, signedIn.statusCode, signedIn.json().mustDo]).toEqual(['owner', 200, 'replace-password'])
  const devices = await app.ctx.db.selectFrom('trusted_devices').select('user_id').execute()
  expect(devices).toHaveLength(1)
  const entries = app.ctx.db.selectFrom('audit_log').select(['actor_id', 'object_id', 'detail'])
  expect(await entries.where('action', '=', 'staff.reset').execute()).toEqual([
    { actor_id: null, object_id: owner.id, detail: 'password' },
  ])
})

test('keeps the second factor unless it is to be removed', async () => {
  await using app = await createTestApp()
  const owner = await app.staff()
  await enrol(app, owner)
  await expect(resetOwner(unconfigured(app), first)).resolves.toMatchObject({ removedFactor: false })
  expect(await factorsOf(app)).toEqual([{ user_id: owner.id }])
  const removed = await resetOwner(unconfigured(app), { username: 'owner', removesFactor: true })
  expect([removed.removedFactor, await factorsOf(app)]).toEqual([true, []])
})

test('refuses in words without such an owner, for a disabled one and for the configured one, and changes nothing', async () => {
  await using app = await createTestApp()
  const reviewer = await app.colleague('reviewer')
  const rows = () => app.ctx.db.selectFrom('users').select(['id', 'password_hash']).orderBy('id').execute()
  const before = await rows()
  const named = (username: string) => ({ username, removesFactor: false })
  const { username } = await app.ctx.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', reviewer.id)
    .executeTakeFirstOrThrow()
  await expect(resetOwner(app.ctx, first)).rejects.toThrow('ADMIN_USERNAME names owner')
  await expect(resetOwner(unconfigured(app), named('lea'))).rejects.toThrow('no owner with the username lea')
  await expect(resetOwner(unconfigured(app), named(username ?? ''))).rejects.toThrow('no owner with the username')
  await app.ctx.db.updateTable('users').set({ disabled_at: 'now' }).where('username', '=', 'owner').execute()
  await expect(resetOwner(unconfigured(app), first)).rejects.toThrow('The owner owner is disabled')
  expect(await rows()).toEqual(before)
  await app.ctx.db.deleteFrom('sessions').execute()
  await app.ctx.db.deleteFrom('users').where('role', '=', 'owner').execute()
  await expect(resetOwner(unconfigured(app), first)).rejects.toThrow('There is no owner.')
})
