import { expect } from 'vitest'
import { limitOf } from '../platform/rate-limits/rate-limit-config.ts'
import { test } from '../testing/test-support/app-test.ts'
import { enrol } from '../testing/test-support/second-factor.ts'
import { aPage, openSocket, taking } from '../testing/test-support/socket-page.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const entries = ({ ctx }: TestApp, action: string) =>
  ctx.db.selectFrom('audit_log').select(['object_id', 'detail', 'actor_id']).where('action', '=', action).execute()
const login = (app: TestApp, username: string, password: string) =>
  app.request('POST', '/api/admin/login', { body: { username, password } })
const staffPage = async (app: TestApp, as: Person) =>
  (await app.request('GET', '/api/admin/submissions', { as })).statusCode
const member = async ({ api }: Person, id: string) => (await api.admin.staff.list()).find((each) => each.id === id)
const conflict = (message: RegExp) => ({ message: expect.stringMatching(message), cause: { code: 'conflict' } })

/** An app with the configured owner and a second owner. */
async function withTwoOwners() {
  const app = await createTestApp()
  const [configured, owner] = [await app.staff(), await app.colleague('owner')]
  return { app, configured, owner, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

test('lists all staff, disabled accounts last', async ({ app, staff: owner, reviewer }) => {
  const added = await owner.api.admin.staff.add({ name: 'Ada Low', username: 'ada', role: 'support' })
  await app.customer()
  await enrol(app, reviewer)
  await owner.api.admin.staff.setActive({ id: added.id, isActive: false })
  const at = '2026-11-20T12:00:00.000Z'
  const signIn = { lastLoginAt: at, hasSecondFactor: false, hasOneTimePassword: false }
  const usual = { createdAt: at, isActive: true, alsoCustomers: [], ...signIn }
  expect(await owner.api.admin.staff.list()).toEqual([
    { ...usual, id: owner.id, name: 'owner', username: 'owner', role: 'owner', isConfigured: true },
    {
      ...usual,
      id: reviewer.id,
      name: 'reviewer 1',
      username: 'reviewer1',
      role: 'reviewer',
      hasSecondFactor: true,
      isConfigured: false,
    },
    {
      ...usual,
      id: added.id,
      name: 'Ada Low',
      username: 'ada',
      role: 'support',
      lastLoginAt: null,
      isActive: false,
      hasOneTimePassword: true,
      isConfigured: false,
    },
  ])
})

test('changes a name without ending sessions', async ({ app, staff: owner, reviewer }) => {
  await owner.api.admin.staff.update({ id: reviewer.id, name: 'Robin Lee', role: 'reviewer' })
  expect(await staffPage(app, reviewer)).toBe(200)
  expect((await reviewer.api.account.session()).staff).toMatchObject({ name: 'Robin Lee' })
  expect(await entries(app, 'staff.changed')).toEqual([{ object_id: reviewer.id, actor_id: owner.id, detail: 'name' }])
})

test('ends sessions and sockets when the role changes', async ({ app, url, staff: owner, reviewer }) => {
  const { closed } = await openSocket(url, reviewer.cookie)
  await owner.api.admin.staff.update({ id: reviewer.id, name: 'reviewer 1', role: 'support' })
  expect(await closed).toBe(4401)
  expect(await staffPage(app, reviewer)).toBe(401)
  expect(await member(owner, reviewer.id)).toMatchObject({ role: 'support' })
  expect(await entries(app, 'staff.changed')).toMatchObject([{ detail: 'Reviewer to Support' }])
})

test('ends sessions and sockets on disabling and rejects sign-in until enabled', async ({ app, url, staff: owner }) => {
  const added = await owner.api.admin.staff.add({ name: 'Robin Lee', username: 'robin', role: 'support' })
  const colleague = await app.colleague('reviewer')
  const { closed } = await openSocket(url, colleague.cookie)
  await owner.api.admin.staff.setActive({ id: colleague.id, isActive: false })
  expect(await closed).toBe(4401)
  expect(await staffPage(app, colleague)).toBe(401)
  await owner.api.admin.staff.setActive({ id: added.id, isActive: false })
  expect((await login(app, 'robin', added.password)).statusCode).toBe(401)
  await owner.api.admin.staff.setActive({ id: added.id, isActive: true })
  expect((await login(app, 'robin', added.password)).statusCode).toBe(200)
  expect(await entries(app, 'staff.disabled')).toHaveLength(2)
  expect(await entries(app, 'staff.enabled')).toHaveLength(1)
})

test('restores no former session on enabling', async ({ app, staff: owner, support: colleague }) => {
  await owner.api.admin.staff.setActive({ id: colleague.id, isActive: false })
  await owner.api.admin.staff.setActive({ id: colleague.id, isActive: true })
  expect(await staffPage(app, colleague)).toBe(401)
})

test('returns a one-time password on reset, removes the second factor and ends sessions', async ({ app, url }) => {
  const owner = await app.staff()
  const colleague = await app.colleague('reviewer')
  await enrol(app, colleague)
  const { closed } = await openSocket(url, colleague.cookie)
  const reset = await owner.api.admin.staff.reset({ id: colleague.id })
  expect(await closed).toBe(4401)
  expect(await member(owner, colleague.id)).toMatchObject({ hasSecondFactor: false, hasOneTimePassword: true })
  const response = await login(app, reset.username, reset.password)
  expect(response.json()).toMatchObject({ id: colleague.id, mustDo: 'replace-password' })
  expect(await entries(app, 'staff.reset')).toMatchObject([{ detail: 'password and two-step verification' }])
  expect(JSON.stringify(await app.ctx.db.selectFrom('audit_log').selectAll().execute())).not.toContain(reset.password)
})

test.each(['owner', 'reviewer'] as const)('rejects changes of customer accounts by role %s', async (role) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const { api } = await app.colleague(role)
  const refused = role === 'owner' ? { message: 'Not found.' } : { message: 'Access Denied' }
  const { id } = customer
  await expect(api.admin.staff.setActive({ id, isActive: false })).rejects.toMatchObject(refused)
  await expect(api.admin.staff.reset({ id })).rejects.toMatchObject(refused)
  await expect(api.admin.staff.update({ id, name: 'x', role: 'owner' })).rejects.toMatchObject(refused)
  expect((await customer.api.account.session()).customer).toMatchObject({ id })
})

test('rejects disabling, resetting or demoting the configured owner', async () => {
  await using set = await withTwoOwners()
  const { configured, owner } = set
  const { id } = configured
  const rejection = conflict(/set on the server \(ADMIN_USERNAME\)/)
  for (const { api } of [configured, owner]) {
    await expect(api.admin.staff.setActive({ id, isActive: false })).rejects.toMatchObject(rejection)
    await expect(api.admin.staff.reset({ id })).rejects.toMatchObject(rejection)
    await expect(api.admin.staff.update({ id, name: 'owner', role: 'support' })).rejects.toMatchObject(rejection)
  }
  await owner.api.admin.staff.update({ id, name: 'Lea Marin', role: 'owner' })
  expect(await member(owner, id)).toMatchObject({ name: 'Lea Marin', role: 'owner', isConfigured: true })
})

test('rejects disabling, resetting or demoting oneself', async () => {
  await using set = await withTwoOwners()
  const { api, id } = set.owner
  const rejection = conflict(/your own account/)
  await expect(api.admin.staff.setActive({ id, isActive: false })).rejects.toMatchObject(rejection)
  await expect(api.admin.staff.reset({ id })).rejects.toMatchObject(rejection)
  await expect(api.admin.staff.update({ id, name: 'x', role: 'reviewer' })).rejects.toMatchObject(rejection)
})

test('rejects disabling, resetting or demoting the last active owner', async () => {
  await using set = await withTwoOwners()
  const { app, configured, owner } = set
  // The state after the owner is removed from the configuration.
  await app.ctx.db.updateTable('users').set({ disabled_at: 'now' }).where('id', '=', configured.id).execute()
  const { api, id } = owner
  const rejection = conflict(/last active owner/)
  await expect(api.admin.staff.setActive({ id, isActive: false })).rejects.toMatchObject(rejection)
  await expect(api.admin.staff.reset({ id })).rejects.toMatchObject(rejection)
  await expect(api.admin.staff.update({ id, name: 'x', role: 'reviewer' })).rejects.toMatchObject(rejection)
})

test.each([
  ['disable', (api: Person['api'], id: string) => api.admin.staff.setActive({ id, isActive: false })],
  ['demote', (api: Person['api'], id: string) => api.admin.staff.update({ id, name: 'x', role: 'support' })],
] as const)('keeps one of two owners who %s each other concurrently', async (_, remove) => {
  await using app = await createTestApp()
  const [one, other] = [await app.colleague('owner'), await app.colleague('owner')]
  await app.ctx.db.updateTable('users').set({ disabled_at: 'now' }).where('username', '=', 'owner').execute()
  // Both are authorized before either acts.
  const [first, second] = [await app.authorized(one), await app.authorized(other)]
  const outcomes = await Promise.allSettled([remove(first.api, other.id), remove(second.api, one.id)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const active = await app.ctx.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .execute()
  expect(active).toHaveLength(1)
})

test('writes one audit entry for a repeated change', async ({ app, staff: owner, support: colleague }) => {
  for (let time = 0; time < 2; time++) await owner.api.admin.staff.setActive({ id: colleague.id, isActive: false })
  expect(await entries(app, 'staff.disabled')).toHaveLength(1)
})

test('notifies owners of every change and other staff only of their own', async ({ app, url }) => {
  const [owner, reviewer, support] = [
    await app.staff(),
    await app.colleague('reviewer'),
    await app.colleague('support'),
  ]
  await using ownersPage = aPage(url, owner)
  await using reviewersPage = aPage(url, reviewer)
  type Signal = { staffId: string | null }
  const watch = (page: typeof ownersPage) =>
    taking<Signal>((on) => page.trpc.admin.staff.watch.subscribe(undefined, on))
  const [all, own] = [await watch(ownersPage), await watch(reviewersPage)]
  await owner.api.admin.staff.update({ id: support.id, name: 'A', role: 'support' })
  await owner.api.admin.staff.update({ id: reviewer.id, name: 'B', role: 'reviewer' })
  expect([await all.next(), await all.next()]).toEqual([{ staffId: support.id }, { staffId: reviewer.id }])
  expect(await own.next()).toEqual({ staffId: reviewer.id })
})

test('lets staff list and end only their own sessions', async ({ app }) => {
  const [here, elsewhere] = [await app.staff(), await app.staff()]
  const colleague = await app.colleague('reviewer')
  const sessions = await here.api.admin.me.sessions()
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  const [theirs] = await colleague.api.admin.me.sessions()
  await expect(here.api.admin.me.endSession({ id: theirs?.id ?? '' })).rejects.toThrow('Not found.')
  await here.api.admin.me.endOtherSessions()
  expect([await staffPage(app, here), await staffPage(app, elsewhere), await staffPage(app, colleague)]).toEqual([
    200, 401, 200,
  ])
})

test.each([
  ['disabled', (api: Person['api'], id: string) => api.admin.staff.setActive({ id, isActive: false })],
  ['made a reviewer', (api: Person['api'], id: string) => api.admin.staff.update({ id, name: 'x', role: 'reviewer' })],
] as const)('rejects pending changes of an owner who is %s', async (_, takeRights) => {
  await using set = await withTwoOwners()
  const { app, configured, owner } = set
  const third = await app.colleague('support')
  const late = await app.authorized(owner)
  await takeRights(configured.api, owner.id)
  const before = await member(configured, third.id)
  const { id } = third
  const refused = { cause: { code: 'unauthorized' } }
  await expect(late.api.admin.staff.update({ id, name: 'x', role: 'owner' })).rejects.toMatchObject(refused)
  await expect(late.api.admin.staff.setActive({ id, isActive: false })).rejects.toMatchObject(refused)
  await expect(late.api.admin.staff.reset({ id })).rejects.toMatchObject(refused)
  expect(await member(configured, id)).toEqual(before)
})

test('resets the sign-in limits on a reset', async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  const [owner, colleague] = [await app.staff(), await app.colleague('support')]
  const { username = '' } = (await member(owner, colleague.id)) ?? {}
  for (let tries = 0; tries < limitOf('staffSignInName').max; tries++) await login(app, username, 'guessed')
  expect((await login(app, username, 'guessed')).statusCode).toBe(429)
  const { password } = await owner.api.admin.staff.reset({ id: colleague.id })
  expect((await login(app, username, password)).statusCode).toBe(200)
})
