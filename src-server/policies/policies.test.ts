import { expect, vi } from 'vitest'
import { policyDefaults, policyNames } from '#shared/policy.ts'
import { policyMessages } from '#shared/policy-messages.ts'
import { createLocalDelivery, createMemoryBus } from '../platform/events/local-delivery.ts'
import { test } from '../testing/test-support/app-test.ts'
import { withDelayedReads } from '../testing/test-support/delayed-reads.ts'
import { aToken } from '../testing/test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { createPolicies } from './policies.ts'

const required = { ...policyDefaults.reviews, rejectionReason: 'required' } as const
const changeReviews = ({ api }: Person, base: number, values: Record<string, unknown> = required) =>
  api.admin.policies.change({ name: 'reviews', base, values })
const rowsOf = ({ ctx }: TestApp) => ctx.db.selectFrom('policies').selectAll().orderBy('version').execute()
const insert = ({ ctx }: TestApp, { id }: Person, version: number, body: string) =>
  ctx.db
    .insertInto('policies')
    .values({ name: 'reviews', version, body, made_by: id, made_at: '2026-11-20T12:00:00.000Z' })
    .execute()

test('a site without a change has the defaults, as version 0', async ({ app, staff: owner }) => {
  const unchanged = { version: 0, madeBy: null, madeAt: null }
  expect(await owner.api.admin.policies.list()).toEqual([
    { name: 'payouts', ...unchanged, values: policyDefaults.payouts },
    { name: 'reviews', ...unchanged, values: policyDefaults.reviews },
    { name: 'inventory', ...unchanged, values: policyDefaults.inventory },
    { name: 'appeals', ...unchanged, values: policyDefaults.appeals },
    { name: 'controls', ...unchanged, values: policyDefaults.controls },
  ])
  expect([app.ctx.policies.get('payouts'), app.ctx.policies.get('reviews')]).toEqual([
    policyDefaults.payouts,
    policyDefaults.reviews,
  ])
})

test('a change creates a version, applies at once and is audited with the changed values only', async ({ app }) => {
  const [owner, robin] = [await app.staff(), await app.colleague('owner')]
  const values = { ...policyDefaults.payouts, stuckMinutes: 45, directCompleted: 'allowed' }
  const first = await owner.api.admin.policies.change({ name: 'payouts', base: 0, values })
  expect(first).toMatchObject({ version: 1, madeAt: '2026-11-20T12:00:00.000Z', values })
  expect(app.ctx.policies.get('payouts')).toEqual(values)
  app.clock.advance(60_000)
  const without = { ...values, stuckMinutes: 60 }
  await robin.api.admin.policies.change({ name: 'payouts', base: 1, values: without })
  expect(app.ctx.policies.get('payouts')).toEqual(without)
  const versions = await owner.api.admin.policies.versions({ name: 'payouts' })
  expect(versions.map(({ version, values }) => [version, values])).toEqual([
    [2, without],
    [1, values],
    [0, policyDefaults.payouts],
  ])
  expect(versions[0]).toMatchObject({ madeBy: expect.stringMatching(/^owner/), madeAt: '2026-11-20T12:01:00.000Z' })
  const entries = app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'policy.changed')
  expect(await entries.orderBy('sequence').execute()).toMatchObject([
    {
      actor_id: owner.id,
      object_id: 'payouts',
      detail: 'payouts 1: directCompleted allowed, stuckMinutes 45',
    },
    { actor_id: robin.id, object_id: 'payouts', detail: 'payouts 2: stuckMinutes 60' },
  ])
  expect(app.ctx.policies.get('reviews')).toEqual(policyDefaults.reviews)
})

test('a change based on an older version is a conflict that changes nothing', async ({ app, staff: owner }) => {
  await changeReviews(owner, 0)
  for (const base of [0, 2])
    await expect(changeReviews(owner, base, policyDefaults.reviews)).rejects.toMatchObject({
      cause: { code: 'conflict', message: policyMessages.conflict },
    })
  expect(await rowsOf(app)).toHaveLength(1)
  expect(app.ctx.policies.get('reviews')).toEqual(required)
})

test('the same values create no version and no audit entry', async ({ app, staff: owner }) => {
  expect(await changeReviews(owner, 0, policyDefaults.reviews)).toMatchObject({ version: 0, madeBy: null })
  expect(await rowsOf(app)).toEqual([])
  const audited = app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'policy.changed')
  expect(await audited.execute()).toEqual([])
})

test.each([
  ['a missing value', {}, 'values.rejectionReason', 'Choose one of: asked, required.'],
  [
    'an unknown choice',
    { ...required, rejectionReason: 'never' },
    'values.rejectionReason',
    'Choose one of: asked, required.',
  ],
  ['an unknown field', { ...required, proof: 'asked' }, 'values', 'Unknown field: proof.'],
])('rejects %s and names the field', async (_, values, field, message) => {
  await using app = await createTestApp()
  const body = { base: 0, values }
  const refused = await app.request('PUT', '/api/admin/policies/reviews', { as: await app.staff(), body })
  expect([refused.statusCode, refused.json()]).toEqual([400, expect.objectContaining({ field, message })])
  expect(await rowsOf(app)).toEqual([])
})

test.each([
  ['directCompleted', 'auto', 'Choose one of: allowed, finance.'],
  ['accountChangedHoldHours', 721, 'Enter a whole number of hours from 0 to 720.'],
  ['stuckMinutes', 0, 'Enter a whole number of minutes from 1 to 20160.'],
  ['requireReference', 'yes', 'Choose true or false.'],
])('rejects %s of %s', async (field, value, message) => {
  await using app = await createTestApp()
  const body = { base: 0, values: { ...policyDefaults.payouts, [field]: value } }
  const refused = await app.request('PUT', '/api/admin/policies/payouts', { as: await app.staff(), body })
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { field: `values.${field}`, message }])
})

test('rejects an unknown policy', async ({ app }) => {
  const body = { base: 0, values: {} }
  const refused = await app.request('PUT', '/api/admin/policies/discounts', { as: await app.staff(), body })
  expect(refused.statusCode).toBe(404)
  const versions = (await app.staff()).api.admin.policies.versions({ name: 'toString' })
  await expect(versions).rejects.toMatchObject({ cause: { code: 'not_found' } })
})

test('the REST calls are for owners and for tokens with the scope admin', async ({ app, staff: owner }) => {
  const url = '/api/admin/policies'
  const body = { base: 0, values: required }
  for (const role of ['reviewer', 'support', 'finance'] as const) {
    const as = await app.colleague(role)
    expect((await app.request('GET', url, { as })).statusCode).toBe(403)
    expect((await app.request('PUT', `${url}/reviews`, { as, body })).statusCode).toBe(403)
  }
  const { headers: other } = await aToken(owner, ['submissions:write', 'users'])
  expect((await app.request('PUT', `${url}/reviews`, { headers: other, body })).statusCode).toBe(403)
  const { headers } = await aToken(owner, ['admin'])
  const changed = await app.request('PUT', `${url}/reviews`, { headers, body })
  expect([changed.statusCode, changed.json()]).toMatchObject([200, { version: 1, values: required }])
  const again = await app.request('PUT', `${url}/reviews`, { headers, body })
  expect([again.statusCode, again.json().message]).toEqual([409, policyMessages.conflict])
  const listed = await app.request('GET', url, { as: owner })
  expect(listed.json()[1]).toMatchObject({ name: 'reviews', version: 1 })
})

test('the database refuses to change or delete a version', async ({ app }) => {
  await changeReviews(await app.staff(), 0)
  const { db } = app.ctx
  await expect(db.updateTable('policies').set({ body: '{}' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('policies').execute()).rejects.toThrow('append-only')
  expect(await rowsOf(app)).toMatchObject([{ version: 1, body: JSON.stringify(required) }])
})

test('a value that an older release did not store has its default', async ({ app, staff: owner }) => {
  await insert(app, owner, 1, '{}')
  await app.ctx.policies.refresh()
  expect(app.ctx.policies.get('reviews')).toEqual(policyDefaults.reviews)
  expect(await changeReviews(owner, 1)).toMatchObject({ version: 2 })
})

test('while the stored values are not valid the former ones apply, and the log says so', async ({ app }) => {
  const owner = await app.staff()
  await changeReviews(owner, 0)
  await insert(app, owner, 2, '{"rejectionReason":"sometimes"}')
  await app.ctx.policies.refresh()
  expect(app.ctx.policies.get('reviews')).toEqual(required)
  expect(app.log()).toContain('could not read the policies: the former values still apply')
  expect(app.log()).toContain('Version 2 of the policy reviews is not valid')
})

test('a slow reading of an older version does not replace a newer one', async ({ app }) => {
  const { db, log } = app.ctx
  const owner = await app.staff()
  const slow = withDelayedReads(db)
  const policies = await createPolicies({ db: slow.db, log, events: createMemoryBus() })
  const answer = await slow.delayFirst(policyNames.length, policies.refresh)
  await changeReviews(owner, 0)
  const newer = policies.refresh()
  // Makes more reads than the newer reading, which could end before it.
  for (let read = 0; read < 3; read++) await app.ctx.policies.refresh()
  await answer()
  await newer
  expect(policies.get('reviews')).toEqual(required)
  await policies.stop()
})

test('after a resync the policies are read again', async ({ app }) => {
  const events = createLocalDelivery()
  const policies = await createPolicies({ ...app.ctx, events: { ...createMemoryBus(), listen: events.listen } })
  await changeReviews(await app.staff(), 0)
  expect(policies.get('reviews')).toEqual(policyDefaults.reviews)
  events.resync()
  await policies.stop()
  expect(policies.get('reviews')).toEqual(required)
})

test('a change whose event was missed applies after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await using app = await createTestApp()
    await insert(app, await app.staff(), 1, JSON.stringify(required))
    vi.advanceTimersByTime(60_000)
    // Resolves after the read that the timer has started.
    await app.ctx.policies.stop()
    expect(app.ctx.policies.get('reviews')).toEqual(required)
  } finally {
    vi.useRealTimers()
  }
})

test('a caller of the first release, who does not know a later field, leaves it as it is', async ({ staff: owner }) => {
  const values = { ...policyDefaults.payouts, statementTextDays: 90 }
  await owner.api.admin.policies.change({ name: 'payouts', base: 0, values })
  const { statementTextDays: _, ...known } = values
  const changed = await owner.api.admin.policies.change({
    ...{ name: 'payouts', base: 1 },
    values: { ...known, stuckMinutes: 45 },
  })
  expect(changed.values).toEqual({ ...values, stuckMinutes: 45 })
})
