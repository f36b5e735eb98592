import { expect } from 'vitest'
import { ownOrderMessage } from '#shared/own-orders.ts'
import { policyDefaults } from '#shared/policy.ts'
import type { ReviewPresence } from '#shared/review-schema.ts'
import { timestamp } from '../platform/clock.ts'
import { asServer } from '../platform/db/database.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aSubmission, aToken } from '../testing/test-support/factories.ts'
import { payoutCalls } from '../testing/test-support/payout-calls.ts'
import { aPage, taking } from '../testing/test-support/socket-page.ts'
import { aStaffLink, inOneBrowser } from '../testing/test-support/staff-links.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { createWorld } from '../testing/test-support/world.ts'
import { procedures } from '../web/trpc/procedures.ts'
import { maintainLock } from './review-lock.ts'
import { findActiveLock } from './review-queries.ts'

/** Rob reviews, and sells an Apple card of $100 in the same browser. */
async function open(app: TestApp) {
  const [rob, customer] = [await app.colleague('reviewer'), await app.customer('Rob Vale')]
  const photoId = await anUpload(app, customer)
  const submissionId = await aSubmission(app, customer, { fileIds: [photoId] })
  return { rob, customer, both: inOneBrowser(rob, customer), photoId, submissionId }
}

const decisions = (submissionId: string) =>
  [
    ['POST', `/api/admin/submissions/${submissionId}/approve`, {}],
    ['PATCH', `/api/submissions/${submissionId}/status`, { status: 'completed' }],
    ['PATCH', `/api/submissions/${submissionId}/status`, { status: 'rejected', version: 7 }],
    ['POST', `/api/admin/submissions/${submissionId}/reveal`, { field: 'cardNumber' }],
  ] as const

async function answers(app: TestApp, as: Person, submissionId: string) {
  const given = []
  for (const [method, url, body] of decisions(submissionId)) given.push(await app.request(method, url, { as, body }))
  return given.map((answer) => [answer.statusCode, answer.json().message])
}

const entriesAbout = ({ ctx }: TestApp, objectId: string) =>
  ctx.db.selectFrom('audit_log').selectAll().where('object_id', '=', objectId).orderBy('sequence').execute()
const setPolicy = (owner: Person, base: number, ownOrders: string) =>
  owner.api.admin.policies.change({ name: 'reviews', base, values: { ...policyDefaults.reviews, ownOrders } })
const refusals = Array.from(decisions(''), () => [403, ownOrderMessage])

test('staff do not decide on the order that they submitted in the same browser; a colleague does', async ({ app }) => {
  const { rob, both, photoId, submissionId } = await open(app)
  expect(await answers(app, both, submissionId)).toEqual(refusals)
  await expect(rob.api.admin.review.takeOver({ submissionId })).rejects.toThrow(ownOrderMessage)
  const photo = await app.request('GET', `/api/files/${photoId}`, { as: rob })
  expect([photo.statusCode, photo.json().message]).toEqual([403, ownOrderMessage])
  expect(await rob.api.admin.review.get({ submissionId })).toMatchObject({
    submission: { status: 'pending', version: 1 },
    ownOrder: 'refused',
  })
  expect((await entriesAbout(app, submissionId)).map(({ action }) => action)).toEqual([])
  const rita = await app.colleague('reviewer')
  expect(await rita.api.admin.review.get({ submissionId })).not.toHaveProperty('ownOrder')
  expect((await rita.api.admin.review.approve({ submissionId })).status).toBe('processing')
})

test('their customer page still shows them their own photos', async ({ app }) => {
  const { both, photoId } = await open(app)
  expect((await app.request('GET', `/api/files/${photoId}`, { as: both })).statusCode).toBe(200)
  expect(await entriesAbout(app, photoId)).toEqual([])
})

test('the link stays when the customer signs out, and in other browsers', async ({ app }) => {
  const { rob, both, submissionId } = await open(app)
  expect(await answers(app, both, submissionId)).toEqual(refusals)
  await app.request('POST', '/api/auth/sign-out', { as: both, body: {} })
  expect(await answers(app, both, submissionId)).toEqual(refusals)
  expect(await answers(app, rob, submissionId)).toEqual(refusals)
})

test('an API token is its maker', async ({ app }) => {
  const { customer, submissionId } = await open(app)
  await app.colleague('reviewer')
  const boss = await app.staff()
  const { headers } = await aToken(boss, ['submissions:write'])
  await aStaffLink(app, boss, customer)
  const body = { status: 'rejected' }
  const refused = await app.request('PATCH', `/api/submissions/${submissionId}/status`, { headers, body })
  expect([refused.statusCode, refused.json().message]).toEqual([403, ownOrderMessage])
})

test('a token that acts for a customer creates no link', async ({ app }) => {
  const { customer } = await open(app)
  const { headers } = await aToken(await app.staff(), ['orders', 'submissions:read'], { customerEmail: customer.email })
  expect((await app.request('GET', '/api/user/transactions', { headers })).statusCode).toBe(200)
  expect(await app.ctx.db.selectFrom('staff_links').selectAll().execute()).toEqual([])
})

test('a person who is alone decides on their own order, which the audit log says, until a colleague is there', async () => {
  await using app = await createTestApp()
  const [boss, customer] = [await app.staff(), await app.customer('Bo Summers')]
  const as = inOneBrowser(boss, customer)
  const complete = async () => {
    const submissionId = await aSubmission(app, customer)
    const body = { status: 'completed' }
    return { submissionId, answer: await app.request('PATCH', `/api/submissions/${submissionId}/status`, { as, body }) }
  }
  const { submissionId, answer } = await complete()
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'completed'])
  expect(await boss.api.admin.review.get({ submissionId })).toMatchObject({ ownOrder: 'allowed' })
  expect((await boss.api.payouts.list()).data).toMatchObject([{ submissionId, amount: 92, state: 'paid' }])
  expect((await entriesAbout(app, submissionId)).map(({ action, detail }) => [action, detail])).toEqual([
    ['submission.decided', 'pending to completed, own order'],
  ])
  // They cannot review, so the owner is still alone.
  await app.colleague('finance')
  expect((await complete()).answer.statusCode).toBe(200)
  await app.colleague('reviewer')
  expect((await complete()).answer.json()).toMatchObject({ message: ownOrderMessage })
})

test('colleagues who are disabled, or are the same customer, do not count', async ({ app }) => {
  const { rob, customer, submissionId } = await open(app)
  const boss = await app.staff()
  await aStaffLink(app, boss, customer)
  const own = async () => (await boss.api.admin.review.get({ submissionId })).ownOrder
  expect(await own()).toBe('refused')
  await aStaffLink(app, rob, customer)
  expect(await own()).toBe('allowed')
  const rita = await app.colleague('reviewer')
  expect(await own()).toBe('refused')
  await boss.api.admin.staff.setActive({ id: rita.id, isActive: false })
  expect(await own()).toBe('allowed')
})

test('the policy refuses own orders always, or only marks them', async ({ app }) => {
  const { both, rob, submissionId } = await open(app)
  const boss = await app.staff()
  await setPolicy(boss, 0, 'flag')
  const [url, body] = [`/api/admin/submissions/${submissionId}/reveal`, { field: 'cardNumber' }]
  expect((await app.request('POST', url, { as: both, body })).statusCode).toBe(200)
  expect(await rob.api.admin.review.approve({ submissionId })).toMatchObject({ status: 'processing' })
  expect((await entriesAbout(app, submissionId)).map(({ detail }) => detail)).toEqual([
    'cardNumber, own order',
    expect.stringMatching(/^PO-\w{10}, own order$/),
  ])
  await setPolicy(boss, 1, 'refuse')
  await boss.api.admin.staff.setActive({ id: rob.id, isActive: false })
  const customer = await app.customer()
  await aStaffLink(app, boss, customer)
  const alone = await aSubmission(app, customer)
  await expect(boss.api.admin.review.approve({ submissionId: alone })).rejects.toThrow(ownOrderMessage)
})

test('a bulk decision refuses the own order and decides the others', async ({ app }) => {
  const { rob, customer, submissionId } = await open(app)
  await aStaffLink(app, rob, customer)
  const dana = await app.customer()
  const ids = [await aSubmission(app, dana), submissionId, await aSubmission(app, dana)]
  const before = (await app.mails()).length
  const outcomes = await rob.api.admin.review.setStatuses({
    items: ids.map((submissionId) => ({ submissionId, version: 1 })),
    status: 'rejected',
    reason: 'The photo is too blurry or dark to read. Take a new one in good light.',
  })
  expect(outcomes.map(({ ok, message }) => message ?? ok)).toEqual([true, ownOrderMessage, true])
  expect((await app.mails()).length).toBe(before + 2)
})

test('every change of a payout of an own order is refused', async () => {
  await using world = await createWorld()
  const { app, dana, finance } = world
  const isChange = (name: string) => name.startsWith('payouts.') && procedures[name]?.type === 'mutation'
  const changes = Object.entries(payoutCalls).filter(([name]) => isChange(name))
  expect(changes.length).toBeGreaterThanOrEqual(9)
  for (const [name, call] of changes) {
    const { input } = (await call(world, finance)) as { input: { id: string; version: number } }
    await aStaffLink(app, finance, dana)
    const method = name.split('.')[1] as 'cancel'
    await expect(finance.api.payouts[method](input as never), name).rejects.toThrow(ownOrderMessage)
    await app.ctx.db.deleteFrom('staff_links').execute()
  }
})

test('an own order is shown without the lock, which goes to the first colleague', async ({ app, url }) => {
  const { rob, customer, submissionId } = await open(app)
  await aStaffLink(app, rob, customer)
  const rita = await app.colleague('reviewer')
  const watch = (page: ReturnType<typeof aPage>) =>
    taking<ReviewPresence>((on) => page.trpc.admin.review.watch.subscribe({ submissionId, decides: true }, on))
  await using robs = aPage(url, rob)
  await using ritas = aPage(url, rita)
  const his = await watch(robs)
  expect(await his.next()).toMatchObject({ holder: null, isYours: false, viewers: [{ id: rob.id }] })
  const hers = await watch(ritas)
  expect(await hers.next()).toMatchObject({ holder: { id: rita.id }, isYours: true })
})

test('a lock ends when the order becomes an own order', async ({ app }) => {
  const { rob, customer, submissionId } = await open(app)
  const { ctx } = app
  await rob.api.admin.review.takeOver({ submissionId })
  await maintainLock(asServer(ctx), { staffId: rob.id, submissionId, decides: false })
  const holder = async () => (await findActiveLock(ctx.db, submissionId, timestamp(ctx.clock)))?.holder_id
  expect(await holder()).toBe(rob.id)
  await aStaffLink(app, rob, customer)
  await maintainLock(asServer(ctx), { staffId: rob.id, submissionId, decides: false })
  expect(await holder()).toBeUndefined()
})

test('no approval is committed after a link, whichever is first', async ({ app }) => {
  const { rob, both, submissionId } = await open(app)
  const boss = await app.staff()
  const { db } = app.ctx
  for (let round = 0; round < 100; round++) {
    await db.deleteFrom('staff_links').execute()
    const before = (await entriesAbout(app, submissionId)).length
    const [approval] = await Promise.allSettled([
      rob.api.admin.review.approve({ submissionId }),
      app.request('GET', '/api/user/transactions', { as: both }),
    ])
    const entries = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', 'in', [submissionId, rob.id])
      .where('action', 'in', ['submission.approved', 'staff.linked'])
      .orderBy('sequence', 'desc')
      .limit(approval.status === 'fulfilled' ? 2 : 1)
      .execute()
    const [newest, former] = entries.map(({ action }) => action)
    expect(newest).toBe('staff.linked')
    if (approval.status === 'rejected') expect((await entriesAbout(app, submissionId)).length).toBe(before)
    else {
      expect(former).toBe('submission.approved')
      await boss.api.admin.submissions.setStatus({ submissionId, status: 'pending' })
    }
  }
})
