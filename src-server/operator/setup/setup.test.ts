import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { policyDefaults } from '#shared/policy.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { atAnotherRate, publish } from '../../testing/test-support/published-rates.ts'
import { enrol } from '../../testing/test-support/second-factor.ts'
import { changeSiteAs } from '../../testing/test-support/site-changes.ts'
import { aBankAccount } from '../../testing/test-support/statement-files.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

const doneOf = async (owner: Person) =>
  (await owner.api.admin.setup.get()).steps.flatMap(({ name, isDone }) => (isDone ? [name] : []))
const auditOf = async ({ ctx }: TestApp) => {
  const rows = ctx.db.selectFrom('audit_log').select(['action', 'detail']).where('action', 'like', 'setup.%')
  return (await rows.orderBy('sequence').execute()).map(({ action, detail }) => `${action} ${detail}`.trim())
}

test('a new site has no step done, and says what it knows of each', async ({ staff: owner }) => {
  const { steps, ...facts } = await owner.api.admin.setup.get()
  expect(steps.map(({ name }) => name)).toEqual([
    'rates',
    'two-step',
    'staff',
    'rules',
    'controls',
    'money-accounts',
    'mail',
    'site',
    'backup',
    'address',
  ])
  expect(steps.filter(({ isDone }) => isDone)).toEqual([])
  expect(facts).toEqual({
    isDismissed: false,
    boughtBrands: 100,
    reviewers: 0,
    finance: 0,
    unopened: [],
    mailServer: null,
    testMail: null,
    backup: { isConfigured: false, isCluster: false, lastAt: null },
    publicUrl: null,
  })
})

test('each step is done by what was done in the system', async () => {
  using folder = tempFolder()
  const variables = { PUBLIC_URL: 'https://cards.example', SMTP_URL: 'smtp://mail.example', BACKUP_DIR: folder.path }
  await using app = await createTestApp(variables)
  const owner = await app.staff()
  expect(await doneOf(owner)).toEqual(['address'])
  await publish(app, owner, atAnotherRate(app, 'apple'))
  await app.colleague('reviewer')
  expect(await doneOf(owner)).toEqual(['rates', 'address'])
  await app.colleague('finance')
  await owner.api.admin.policies.change({
    name: 'payouts',
    base: 0,
    values: { ...policyDefaults.payouts, stuckMinutes: 45 },
  })
  await owner.api.admin.setup.confirm({ step: 'controls' })
  await changeSiteAs(app, owner, { brandName: 'Card Corner' })
  expect(await doneOf(owner)).toEqual(['rates', 'staff', 'rules', 'controls', 'site', 'address'])
  const id = await aBankAccount(owner)
  const needs = (needs_opening: number) => app.ctx.db.updateTable('statement_accounts').set({ needs_opening }).execute()
  await needs(1)
  expect(await doneOf(owner)).not.toContain('money-accounts')
  expect(await owner.api.admin.setup.get()).toMatchObject({ unopened: [{ id, name: 'First Bank' }] })
  await needs(0)
  await owner.api.admin.setup.sendTestMail({ to: 'owner@shop.example' })
  await app.mails()
  mkdirSync(folder.path, { recursive: true })
  writeFileSync(path.join(folder.path, '2026-11-20T11-00-00.000Z-abcdef.gcebackup'), '')
  await enrol(app, owner)
  const { steps, backup, mailServer } = await owner.api.admin.setup.get()
  expect(steps.every(({ isDone }) => isDone)).toBe(true)
  expect(backup).toEqual({ isConfigured: true, isCluster: false, lastAt: expect.any(String) })
  expect(mailServer).toBe('mail.example')
})

test('the second factor of another owner does not count', async ({ app }) => {
  const [owner, other] = [await app.staff(), await app.colleague('owner')]
  await enrol(app, other)
  expect([await doneOf(owner), await doneOf(other)]).toEqual([[], ['two-step']])
})

test('an owner confirms what is right as it is, once', async ({ app, staff: owner }) => {
  for (const step of ['rates', 'rules', 'site', 'rates'] as const) await owner.api.admin.setup.confirm({ step })
  expect(await doneOf(owner)).toEqual(['rates', 'rules', 'site'])
  expect(await auditOf(app)).toEqual(['setup.confirmed rates', 'setup.confirmed rules', 'setup.confirmed site'])
  const refused = await app.request('POST', '/api/admin/setup/confirm', { as: owner, body: { step: 'mail' } })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { field: 'step', message: 'Choose one of: rates, rules, controls, site.' },
  ])
})

test('a dismissal is for all owners, until one shows the steps again', async ({ app }) => {
  const [owner, other] = [await app.staff(), await app.colleague('owner')]
  const dismissed = async () => (await other.api.admin.setup.get()).isDismissed
  for (const isDismissed of [true, true]) await owner.api.admin.setup.dismiss({ isDismissed })
  expect(await dismissed()).toBe(true)
  await other.api.admin.setup.dismiss({ isDismissed: false })
  expect(await dismissed()).toBe(false)
  expect(await auditOf(app)).toEqual(['setup.dismissed', 'setup.shown'])
})

test('a test mail goes through the outbox, and the state says that it was delivered', async ({ app, staff: owner }) => {
  const { testMail } = await owner.api.admin.setup.sendTestMail({ to: ' owner@shop.example ' })
  expect(testMail).toMatchObject({ to: 'owner@shop.example', state: 'waiting', error: null })
  expect((await app.mails()).at(-1)).toMatchObject({
    kind: 'test',
    to: 'owner@shop.example',
    subject: 'Test email from Gift Card Exchange',
  })
  expect((await owner.api.admin.setup.get()).testMail).toMatchObject({ state: 'delivered', willRetry: false })
  // Without a mail server it is a file, which reaches no customer.
  expect(await doneOf(owner)).toEqual([])
})

test('a test mail that the mail server refuses has failed, with what the server said', async () => {
  await using app = await createTestApp({ SMTP_URL: 'smtp://mail.example' })
  const owner = await app.staff()
  await owner.api.admin.setup.sendTestMail({ to: 'owner@shop.example' })
  const failed = { error: '550 No such user', attempts: 1, due_at: null, failed_at: '2026-11-20T12:00:00.000Z' }
  await app.ctx.db.updateTable('mail_outbox').set(failed).where('kind', '=', 'test').execute()
  expect((await owner.api.admin.setup.get()).testMail).toMatchObject({
    state: 'failed',
    error: '550 No such user',
    willRetry: false,
  })
  expect(await doneOf(owner)).toEqual([])
})

test('only owners have the steps', async ({ app }) => {
  for (const role of ['reviewer', 'support', 'finance'] as const)
    expect((await app.request('GET', '/api/admin/setup', { as: await app.colleague(role) })).statusCode).toBe(403)
})
