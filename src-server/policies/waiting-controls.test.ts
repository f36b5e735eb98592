import { sql } from 'kysely'
import { expect } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { controlsMessages } from '#shared/controls.ts'
import { policyDefaults } from '#shared/policy.ts'
import { HOUR_MS } from '../platform/clock.ts'
import type { ServerDb } from '../platform/db/database.ts'
import { test } from '../testing/test-support/app-test.ts'
import { setControls } from '../testing/test-support/controls.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { openEmptyDatabase } from '../testing/test-support/test-database.ts'
import { readPolicy } from './policies.ts'
import { applyDueControls } from './waiting-controls.ts'

const defaults = policyDefaults.controls

async function open(app: TestApp) {
  return { boss: await app.alwaysAllowed(await app.staff()), olga: await app.colleague('owner') }
}

async function controlsOf(by: Person) {
  const found = (await by.api.admin.policies.list()).find((policy) => policy.name === 'controls')
  if (found?.name !== 'controls') throw new Error('There are no controls.')
  return found
}

const change = async (by: Person, changes: Partial<typeof defaults>) => {
  const { version: base, values } = await controlsOf(by)
  return by.api.admin.policies.change({ name: 'controls', base, values: { ...values, ...changes } })
}

const policyEntries = (app: TestApp) =>
  app.ctx.db.selectFrom('audit_log').selectAll().where('action', 'like', 'policy.%').orderBy('sequence').execute()

test.each([
  ['a higher amount', { secondPersonFrom: 50_001 }],
  ['no amount', { secondPersonFrom: null }],
  ['more that one person pays alone', { paidAloneADay: null }],
  ['a higher usual fee', { usualFee: 501 }],
  ['to work alone', { worksAlone: true }],
])('%s applies when another owner confirms it, not before and not by its maker', async (_, looser) => {
  await using app = await createTestApp()
  const { boss, olga } = await open(app)
  const { waiting } = (await change(boss, looser)) as Awaited<ReturnType<typeof controlsOf>>
  expect(app.ctx.policies.get('controls')).toEqual(defaults)
  const id = waiting?.id ?? ''
  await expect(boss.api.admin.policies.confirm({ id })).rejects.toThrow(controlsMessages.ownChange)
  expect((await controlsOf(olga)).waiting).toMatchObject({ id, isOwn: false, appliesAt: '2026-11-21T12:00:00.000Z' })
  expect(await olga.api.admin.policies.confirm({ id })).toMatchObject({
    version: 1,
    values: { ...defaults, ...looser },
  })
  expect(app.ctx.policies.get('controls')).toEqual({ ...defaults, ...looser })
  expect((await controlsOf(boss)).waiting).toBeUndefined()
  await expect(olga.api.admin.policies.confirm({ id })).rejects.toThrow(controlsMessages.noWaiting)
})

test('stricter controls apply at once, also where others of the same change wait', async ({ app }) => {
  const { boss } = await open(app)
  await change(boss, { secondPersonFrom: 10_000, usualFee: 900 })
  expect(app.ctx.policies.get('controls')).toEqual({ ...defaults, secondPersonFrom: 10_000 })
  expect((await controlsOf(boss)).waiting).toMatchObject({
    isOwn: true,
    values: { ...defaults, secondPersonFrom: 10_000, usualFee: 900 },
  })
})

test('looser controls apply after 24 hours, and any owner can take them back before', async ({ app }) => {
  const { boss, olga } = await open(app)
  await change(boss, { secondPersonFrom: null })
  const id = (await controlsOf(olga)).waiting?.id ?? ''
  expect((await olga.api.admin.policies.takeBack({ id })).version).toBe(0)
  app.clock.advance(24 * HOUR_MS)
  expect(await applyDueControls(app.ctx)).toBeUndefined()
  expect((await controlsOf(boss)).version).toBe(0)

  await change(boss, { secondPersonFrom: null })
  expect(await applyDueControls(app.ctx)).toBe('2026-11-22T12:00:00.000Z')
  app.clock.advance(24 * HOUR_MS)
  await applyDueControls(app.ctx)
  await app.ctx.policies.refresh()
  expect(await controlsOf(boss)).toMatchObject({ version: 1, values: { ...defaults, secondPersonFrom: null } })
  const entries = await policyEntries(app)
  expect(entries.map(({ action, detail }) => `${action} ${detail}`)).toEqual([
    'policy.waits secondPersonFrom none',
    'policy.taken-back ',
    'policy.waits secondPersonFrom none',
    'policy.changed controls 1: secondPersonFrom none; after 24 hours',
  ])
})

test('what an owner asked who is disabled by then does not apply', async ({ app }) => {
  const { boss, olga } = await open(app)
  await change(olga, { secondPersonFrom: null })
  await boss.api.admin.staff.setActive({ id: olga.id, isActive: false })
  app.clock.advance(24 * HOUR_MS)
  await applyDueControls(app.ctx)
  expect(await controlsOf(boss)).toMatchObject({ version: 0 })
  expect((await controlsOf(boss)).waiting).toBeUndefined()
})

test('the address of the site gets a mail at once, and a later change overtakes what waits', async ({ app }) => {
  const { boss, olga } = await open(app)
  await change(boss, { secondPersonFrom: null })
  expect((await app.mails()).at(-1)).toMatchObject({ kind: 'controls-wait', to: app.ctx.site.current.supportEmail })
  const id = (await controlsOf(boss)).waiting?.id ?? ''
  await change(olga, { secondPersonFrom: 40_000 })
  await expect(olga.api.admin.policies.confirm({ id })).rejects.toThrow(controlsMessages.noWaiting)
  expect(await app.mails()).toContainEqual(
    expect.objectContaining({ kind: 'controls-overtaken', to: app.ctx.site.current.supportEmail }),
  )
  app.clock.advance(24 * HOUR_MS)
  await applyDueControls(app.ctx)
  await app.ctx.policies.refresh()
  expect(app.ctx.policies.get('controls')).toMatchObject({ secondPersonFrom: 40_000 })
})

test('looser controls that replace others that wait end them as overtaken, and an equal change does not', async () => {
  await using app = await createTestApp()
  const { boss, olga } = await open(app)
  await change(boss, { usualFee: 900 })
  await change(olga, {})
  expect((await controlsOf(boss)).waiting).toMatchObject({ isOwn: true })
  await change(olga, { usualFee: 800 })
  expect((await controlsOf(boss)).waiting).toMatchObject({ isOwn: false, values: { usualFee: 800 } })
  const mails = (await app.mails()).map(({ kind }) => kind)
  expect(mails.filter((kind) => kind.startsWith('controls-'))).toEqual([
    'controls-wait',
    'controls-overtaken',
    'controls-wait',
  ])
  const entries = await policyEntries(app)
  expect(entries.map(({ action }) => action)).toEqual(['policy.waits', 'policy.overtaken', 'policy.waits'])
})

test('a changed amount answers the question of opening the shop, and that of a migration does not', async ({ app }) => {
  const { boss } = await open(app)
  const isAnswered = async () =>
    (await boss.api.admin.setup.get()).steps.find(({ name }) => name === 'controls')?.isDone
  await setControls(app, { secondPersonFrom: null })
  expect(await isAnswered()).toBe(false)
  await change(boss, { secondPersonFrom: 50_000 })
  expect(await isAnswered()).toBe(true)
})

const at = '2026-10-01T08:00:00.000Z'
type Stored = { name: string; version: number; body: object }

/** A site of the release before, with these members of staff and versions of policies, after the migration. */
async function migrated(roles: readonly string[], stored: readonly Stored[] = []): Promise<ServerDb> {
  const db = await openEmptyDatabase()
  const names = Object.keys(migrations)
  const run = async (wanted: readonly string[]) => {
    for (const name of wanted) await migrations[name]?.up(db as never)
  }
  await run(names.filter((name) => name < '0032'))
  for (const role of roles)
    await sql`insert into users (id, role, name, phone, address, password_hash, created_at, search_text)
      values (${role}, ${role}, ${role}, '', '', '', ${at}, '')`.execute(db)
  for (const { name, version, body } of stored)
    await sql`insert into policies (name, version, body, made_by, made_at)
      values (${name}, ${version}, ${JSON.stringify(body)}, 'owner', ${at})`.execute(db)
  await run(names.filter((name) => name >= '0032'))
  return db
}

test('a new site has the defaults', async () => {
  await using db = await migrated([])
  expect(await readPolicy(db, 'controls')).toMatchObject({ version: 0, values: { secondPersonFrom: 50_000 } })
})

test('a site without thresholds keeps none, and one person works alone as before', async () => {
  await using db = await migrated(['owner', 'reviewer'])
  const values = { secondPersonFrom: null, paidAloneADay: null, usualFee: null, worksAlone: true }
  expect(await readPolicy(db, 'controls')).toMatchObject({ version: 1, madeBy: 'owner', madeAt: at, values })
})

test('a site keeps the lowest of its newest thresholds, and its policies are read without them', async () => {
  await using db = await migrated(
    ['owner', 'finance'],
    [
      { name: 'payouts', version: 1, body: { secondPersonFromCents: 100, directCompleted: 'auto' } },
      { name: 'payouts', version: 2, body: { secondPersonFromCents: 70_000, adjustmentSecondPersonFromCents: 30_000 } },
      { name: 'inventory', version: 1, body: { custody: 'hold', lotSecondPersonFromCents: 40_000 } },
    ],
  )
  const values = { secondPersonFrom: 30_000, worksAlone: false }
  expect(await readPolicy(db, 'controls')).toMatchObject({ version: 1, values })
  expect((await readPolicy(db, 'inventory')).values).toEqual({ custody: 'hold', holdDays: 30 })
  expect((await readPolicy(db, 'payouts')).values).not.toHaveProperty('secondPersonFromCents')
  const [first] = await db.selectFrom('policies').selectAll().where('name', '=', 'payouts').orderBy('version').execute()
  expect(first?.body).toContain('auto')
})

test("the former choice 'auto' of who may set Completed counts as finance and owners", async () => {
  const body = { secondPersonFromCents: 100, directCompleted: 'auto' }
  await using db = await migrated(['owner'], [{ name: 'payouts', version: 1, body }])
  expect((await readPolicy(db, 'payouts')).values).toMatchObject({ directCompleted: 'finance' })
})
