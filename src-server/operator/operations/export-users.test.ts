import { connect } from 'node:net'
import { expect } from 'vitest'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aCheckWithPicture } from '../../testing/test-support/evidence.ts'
import { aFinishedSubmission, anUpload, aSubmission } from '../../testing/test-support/factories.ts'
import { customerPassword, type Person, type TestApp } from '../../testing/test-support/test-app.ts'
import { type ReadinessCheck, watchReadiness } from './readiness.ts'
import { runRetention } from './retention.ts'

const URL = '/api/admin/users.csv'
const exported = (app: TestApp, as: Person, query = '') => app.request('GET', URL + query, { as })
const linesOf = (body: string) =>
  body
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .slice(0, -1)

test('exports the registered users, newest first, with trades and payouts, but no staff', async ({ app }) => {
  const dana = await app.customer('Dana Reyes')
  app.clock.advance(60_000)
  const marcus = await app.customer('Marcus "Mo" Lee')
  const owner = await app.staff()
  await aFinishedSubmission(app, dana)
  await aSubmission(app, dana, { cardBrand: 'target', cardValue: 50 })
  const response = await exported(app, owner)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/csv; charset=utf-8/),
    'content-disposition': `attachment; filename=users-${app.clock.now().toISOString().slice(0, 10)}.csv`,
    'x-content-type-options': 'nosniff',
  })
  const [header, first, second, ...rest] = linesOf(response.body)
  expect(header).toBe('User ID,Name,Email,Phone,Status,Registered,Last login,Trades,Total card value,Paid out')
  // An id may begin with '-', which a spreadsheet would take for a formula: it gets an apostrophe.
  expect(first).toMatch(
    new RegExp(`^'?${marcus.id},"Marcus ""Mo"" Lee",${marcus.email},.*,Active,2026-11-20T12:01.*,0,0,0$`),
  )
  expect(second).toMatch(new RegExp(`^'?${dana.id},Dana Reyes,${dana.email},.*,Active,2026-11-20T12:00.*,2,150,92$`))
  expect(rest).toEqual([])
})

test('exports what the search finds, and neutralizes names that a spreadsheet would run', async ({ app }) => {
  await app.customer('Dana Reyes')
  const evil = await app.customer('=HYPERLINK("evil")')
  const lines = linesOf((await exported(app, await app.staff(), '?search=hyperlink')).body)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${evil.id},"'=HYPERLINK(""evil"")",`)
})

test('exports every user once, beyond one batch', async ({ app, staff: owner }) => {
  const {
    id: _,
    username: __,
    ...row
  } = await app.ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', (await app.customer()).id)
    .executeTakeFirstOrThrow()
  const many = Array.from({ length: 1_000 }, (_, at) => ({
    ...row,
    id: `user-${at}`,
    username: null,
    email: `user-${at}@mail.example`,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(at / 3))).toISOString(),
  }))
  for (const user of many) await app.ctx.db.insertInto('users').values(user).execute()
  const ids = linesOf((await exported(app, owner)).body)
    .slice(1)
    .map((line) => line.split(',')[0])
  expect(ids).toHaveLength(1_001)
  expect(new Set(ids).size).toBe(1_001)
})

test('is for owners, and writes an audit entry without what was searched', async ({ app }) => {
  for (const role of ['reviewer', 'support', 'finance'] as const)
    expect((await exported(app, await app.colleague(role))).statusCode).toBe(403)
  const owner = await app.staff()
  await exported(app, owner)
  await exported(app, owner, '?search=dana')
  const entries = app.ctx.db
    .selectFrom('audit_log')
    .select(['actor_id', 'detail'])
    .where('action', '=', 'users.exported')
  expect(await entries.orderBy('sequence').execute()).toEqual([
    { actor_id: owner.id, detail: 'all' },
    { actor_id: owner.id, detail: 'search of 4 characters' },
  ])
})

const filesOf = async ({ ctx }: TestApp, id: string) =>
  (await ctx.db.selectFrom('files').select(['id', 'kind']).where('submission_id', '=', id).execute()).map(
    ({ kind }) => kind,
  )
const checksOf = ({ ctx }: TestApp, id: string) =>
  ctx.db.selectFrom('balance_checks').selectAll().where('submission_id', '=', id).execute()

async function aRejection(app: TestApp, changes: Partial<SubmitInput> = {}) {
  const [dana, rob] = [await app.customer(), await app.colleague('reviewer')]
  const fileIds = [await anUpload(app, dana), await anUpload(app, dana, 'back.png')]
  const id = await aSubmission(app, dana, { fileIds, ...changes })
  const { evidenceId = '' } = await aCheckWithPicture(app, rob, id)
  const note = { note: 'The number ends with 6KRD.' }
  await rob.api.admin.review.recordCheck({ submissionId: id, outcome: 'zero', how: 'phone', evidenceId, ...note })
  await rob.api.admin.submissions.setStatus({ submissionId: id, status: 'rejected', reasonCode: 'zero-balance' })
  return { dana, rob, id, evidenceId }
}

/** What is kept of a check: outcome, amount, who and when. */
const bare = { outcome: 'zero', note_encrypted: null, file_id: null, checked_by: expect.any(String) }

test('evidence and the notes of checks are purged with the photos of the order', async ({ app }) => {
  const { id, evidenceId } = await aRejection(app)
  app.clock.advance(30 * DAY_MS)
  await runRetention(app.ctx)
  expect([await filesOf(app, id), app.storage.objects.has(evidenceId)]).toEqual([[], false])
  expect(await checksOf(app, id)).toMatchObject([bare, bare])
})

test('the evidence of a network card stays its 30 days, and its photos do not', async ({ app }) => {
  const visa = {
    cardBrand: 'walmart-visa',
    cardNumber: '4539 1488 0343 6467',
    securityCode: '123',
    expiringDate: '12/31',
  }
  const { id, evidenceId } = await aRejection(app, visa)
  expect([await filesOf(app, id), app.storage.objects.has(evidenceId)]).toEqual([['evidence'], true])
  expect((await checksOf(app, id)).map((check) => check.note_encrypted)).toEqual([null, null])
  app.clock.advance(30 * DAY_MS)
  await runRetention(app.ctx)
  expect([await filesOf(app, id), app.storage.objects.has(evidenceId)]).toEqual([[], false])
})

test('evidence that belongs to staff is deleted with the account of the customer', async ({ app }) => {
  const { dana, rob, id, evidenceId } = await aRejection(app)
  await dana.api.account.deleteAccount({ password: customerPassword })
  expect([await filesOf(app, id), app.storage.objects.has(evidenceId)]).toEqual([[], false])
  expect(await checksOf(app, id)).toMatchObject([bare, bare])
  const { submission } = await rob.api.admin.review.get({ submissionId: id })
  expect(submission).toMatchObject({ reasonCode: 'zero-balance' })
  expect((await rob.api.admin.submissions.lists())[0]).toEqual({ name: 'evidence-owed', count: 0, overdue: 0 })
})

test('nothing is left of evidence after all data is cleared', async ({ app }) => {
  const { id } = await aRejection(app)
  await (await app.staff()).api.admin.data.clearAll()
  expect([await filesOf(app, id), await checksOf(app, id), app.storage.objects.size]).toEqual([[], [], 0])
})

const works: ReadinessCheck = { name: 'database', check: async () => 'PONG' }

test('finds no reason while every check succeeds, or when there is none', async () => {
  expect(await watchReadiness([works, works])()).toBeUndefined()
  expect(await watchReadiness([])()).toBeUndefined()
})

test('names the first check that fails, with its reason, and none once it works again', async () => {
  let isBroken = true
  const cache: ReadinessCheck = {
    name: 'Redis',
    check: async () => {
      if (isBroken) throw new Error('connection lost')
    },
  }
  const find = watchReadiness([works, cache, { ...cache, name: 'S3' }])
  expect(await find()).toBe('Redis: connection lost')
  isBroken = false
  expect(await find()).toBeUndefined()
})

test('a check that throws at once, or an error without a message, is a reason too', async () => {
  const throws = () => {
    throw new Error('not connected')
  }
  expect(await watchReadiness([{ name: 'S3', check: throws }])()).toBe('S3: not connected')
  const refused = () =>
    new Promise((_, reject) => connect({ host: 'localhost', port: 1, autoSelectFamily: true }).on('error', reject))
  expect(await watchReadiness([{ name: 'Redis', check: refused }])()).toMatch(/^Redis: .*ECONNREFUSED/)
})

test('a check that does not answer fails after the limit and is not started again while it runs', async () => {
  const answers: (() => void)[] = []
  const hangs = () => new Promise<void>((resolve) => answers.push(resolve))
  const find = watchReadiness([works, { name: 'S3', check: hangs }], 20)
  expect([await find(), await find()]).toEqual(Array(2).fill('S3: no answer within 20 ms'))
  expect(answers).toHaveLength(1)
  answers[0]?.()
  const next = expect.poll(async () => {
    answers.at(-1)?.()
    return find()
  })
  await next.toBeUndefined()
})

test('a check for the start counts until it has succeeded once', async () => {
  let isBroken = true
  const check = async () => {
    if (isBroken) throw new Error('connection lost')
  }
  const find = watchReadiness([works, { name: 'Redis', check, atStartOnly: true }])
  expect(await find()).toBe('Redis: connection lost')
  isBroken = false
  expect(await find()).toBeUndefined()
  isBroken = true
  expect(await find()).toBeUndefined()
})
