import { expect } from 'vitest'
import { emptyCardReasons, insiderFigures, insiderMessages } from '#shared/insider-report.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { setControls } from '../../testing/test-support/controls.ts'
import { anUpload, aSubmission, aToken } from '../../testing/test-support/factories.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { inOneBrowser } from '../../testing/test-support/staff-links.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

const none = Object.fromEntries(insiderFigures.map((figure) => [figure, 0]))

/** The 30 days until tomorrow. */
function period({ clock }: TestApp) {
  const now = clock.now().getTime()
  return { from: new Date(now - 29 * DAY_MS).toISOString(), to: new Date(now + DAY_MS).toISOString() }
}
const reportOf = (app: TestApp, { api }: Person) => api.admin.insiderReport(period(app))
async function figuresOf(app: TestApp, owner: Person, { id }: Person) {
  const { members } = await reportOf(app, owner)
  return members.find((member) => member.id === id)?.figures
}
type Figure = (typeof insiderFigures)[number]
const itemsOf = async (app: TestApp, owner: Person, { id: staffId }: Person, figure: Figure) =>
  (await owner.api.admin.insiderItems({ ...period(app), staffId, figure })).data
const reveal = ({ api }: Person, submissionId: string) =>
  api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })
const reject = ({ api }: Person, submissionId: string, reason?: string) =>
  api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason })

async function open(app: TestApp) {
  // Staff sessions end within a day.
  const lasting = async (person: Promise<Person>) => app.alwaysAllowed(await person)
  const [boss, rob] = [await lasting(app.staff()), await lasting(app.colleague('reviewer'))]
  return { boss, rob, dana: await app.customer() }
}

test('counts views, and names those without a decision, approval or note within a day', async ({ app }) => {
  const { boss, rob, dana } = await open(app)
  const ids = await Promise.all(Array.from({ length: 5 }, () => aSubmission(app, dana)))
  for (const id of ids) await reveal(rob, id)
  const [first = '', second = '', third = '', noted = '', left = ''] = ids
  await reject(rob, first)
  await reject(rob, second)
  await rob.api.admin.review.approve({ submissionId: third })
  await rob.api.admin.review.addNote({ submissionId: noted, text: 'Ask the brand.' })
  const figures = { ...none, views: 5, withoutAction: 1 }
  expect(await figuresOf(app, boss, rob)).toEqual(figures)
  expect(await itemsOf(app, boss, rob, 'withoutAction')).toMatchObject([
    { action: 'submission.revealed', objectId: left, submissionId: left, detail: 'cardNumber' },
  ])
  app.clock.advance(DAY_MS)
  await reject(rob, left)
  expect(await figuresOf(app, boss, rob)).toEqual({ ...none, views: 5 })
})

test('a decision more than a day after the view does not count as a decision on it', async ({ app }) => {
  const { boss, rob, dana } = await open(app)
  const submissionId = await aSubmission(app, dana)
  await reveal(rob, submissionId)
  app.clock.advance(DAY_MS + 1)
  await reject(rob, submissionId)
  expect(await figuresOf(app, boss, rob)).toEqual({ ...none, views: 1, withoutAction: 1 })
})

test('a decision of a colleague does not count, and one before the view does', async ({ app }) => {
  const { boss, rob, dana } = await open(app)
  const [one, other] = [await aSubmission(app, dana), await aSubmission(app, dana)]
  await reveal(rob, one)
  await reject(boss, one)
  await reject(rob, other)
  app.clock.advance(HOUR_MS)
  await reveal(rob, other)
  expect(await figuresOf(app, boss, rob)).toEqual({ ...none, views: 2, withoutAction: 1 })
  expect(await itemsOf(app, boss, rob, 'withoutAction')).toMatchObject([{ submissionId: one }])
})

test('two views of one order count once, and photos of a conversation do not count', async ({ app }) => {
  const { boss, dana } = await open(app)
  const photoId = await anUpload(app, dana)
  const submissionId = await aSubmission(app, dana, { fileIds: [photoId] })
  const chatFileId = await anUpload(app, dana)
  await dana.api.chat.send({ subject: 'My payout', message: 'Look', fileIds: [chatFileId] })
  await reveal(boss, submissionId)
  for (const id of [photoId, chatFileId])
    expect((await app.request('GET', `/api/files/${id}`, { as: boss })).statusCode).toBe(200)
  expect(await figuresOf(app, boss, boss)).toMatchObject({ views: 1 })
  expect(await itemsOf(app, boss, boss, 'views')).toMatchObject([{ submissionId }])
})

test('what an API token did counts for its maker and names the token', async ({ app }) => {
  const { boss, dana } = await open(app)
  const submissionId = await aSubmission(app, dana)
  const { headers } = await aToken(boss, ['submissions:reveal'], { name: 'Night job' })
  const url = `/api/admin/submissions/${submissionId}/reveal`
  for (let count = 0; count < 2; count++)
    expect((await app.request('POST', url, { headers, body: { field: 'securityCode' } })).statusCode).toBe(200)
  expect(await figuresOf(app, boss, boss)).toMatchObject({ views: 1 })
  expect(await itemsOf(app, boss, boss, 'views')).toMatchObject([{ submissionId, token: 'Night job' }])
})

test('counts orders that were rejected as empty after the person had revealed the card', async ({ app }) => {
  const { boss, rob, dana } = await open(app)
  const [empty = '', lower = '', other = '', unseen = ''] = await Promise.all(
    Array.from({ length: 4 }, () => aSubmission(app, dana)),
  )
  for (const id of [empty, lower, other]) await reveal(rob, id)
  app.clock.advance(HOUR_MS)
  for (const [at, id] of [empty, lower].entries()) await reject(boss, id, emptyCardReasons[at])
  await reject(boss, other, statusReasons.rejected[0])
  await reject(boss, unseen, emptyCardReasons[0])
  app.clock.advance(HOUR_MS)
  // After the rejection, and a field that is no part of the card.
  await reveal(rob, unseen)
  expect(await figuresOf(app, boss, rob)).toMatchObject({ views: 4, emptied: 2 })
  expect((await itemsOf(app, boss, rob, 'emptied')).map(({ submissionId }) => submissionId).sort()).toEqual(
    [empty, lower].sort(),
  )
  expect((await reportOf(app, boss)).team).toMatchObject({ views: 4, emptied: 2 })
})

test('the reasons of an empty card are suggested ones', () => {
  expect(statusReasons.rejected).toEqual(expect.arrayContaining([...emptyCardReasons]))
})

test('lists steps on own orders', async ({ app }) => {
  const [boss, customer] = [await app.staff(), await app.customer('Bo Summers')]
  const submissionId = await aSubmission(app, customer)
  const as = inOneBrowser(boss, customer)
  await app.request('POST', `/api/admin/submissions/${submissionId}/approve`, { as, body: {} })
  const { data } = await boss.api.payouts.list()
  const [{ id, version } = { id: '', version: 0 }] = data
  await boss.api.payouts.begin({ id, version })
  expect(await figuresOf(app, boss, boss)).toMatchObject({ ownOrders: 2 })
  expect(await itemsOf(app, boss, boss, 'ownOrders')).toMatchObject([
    { action: 'submission.approved', submissionId },
    { action: 'payout.begun', submissionId, payoutId: id },
  ])
})

test('counts releases alone, and who released whose approvals, with sums', async ({ app }) => {
  const { boss, rob, dana } = await open(app)
  const fay = await app.colleague('finance')
  await setControls(app, { secondPersonFrom: 1, worksAlone: true })
  const release = async (by: Person, id: string, amount?: number) => {
    const { version } = await by.api.payouts.get({ id })
    await by.api.payouts.release({ id, version, ...(amount !== undefined && { amount }) })
  }
  for (const cardValue of [100, 200]) await release(fay, (await anApproval(app, dana, rob, { cardValue })).payoutId)
  const disabled = { disabled_at: '2026-11-18T12:00:00.000Z' }
  await app.ctx.db.updateTable('users').set(disabled).where('id', '=', fay.id).execute()
  await release(boss, (await anApproval(app, dana, boss)).payoutId, 92)
  const { members } = await reportOf(app, boss)
  const of = (person: Person) => members.find(({ id }) => id === person.id)
  expect(of(fay)).toMatchObject({
    figures: { ...none, released: 2 },
    pairs: [{ approvedBy: { id: rob.id }, count: 2, amount: 276 }],
  })
  expect(of(boss)).toMatchObject({ figures: { alone: 1, released: 0 }, pairs: [] })
  expect(await itemsOf(app, boss, boss, 'alone')).toMatchObject([{ payoutId: expect.stringMatching(/^PO-/) }])
})

test('counts exports, take-overs and undone decisions', async ({ app }) => {
  const { boss, rob, dana } = await open(app)
  const submissionId = await aSubmission(app, dana)
  await rob.api.admin.review.takeOver({ submissionId })
  const status = { submissionId, status: 'rejected', undoable: true } as const
  const { version } = await rob.api.admin.submissions.setStatus(status)
  await rob.api.admin.review.undoStatus({ submissionId, version })
  await app.request('GET', '/api/admin/submissions.csv', { as: rob })
  expect(await figuresOf(app, boss, rob)).toEqual({ ...none, exports: 1, takeovers: 1, undone: 1 })
  for (const [figure, action] of [
    ['exports', 'submissions.exported'],
    ['takeovers', 'submission.taken-over'],
    ['undone', 'submission.undone'],
  ] as const)
    expect(await itemsOf(app, boss, rob, figure)).toMatchObject([{ action }])
})

test('pages the list of a figure', async ({ app }) => {
  const { boss, dana } = await open(app)
  for (let count = 0; count < 3; count++) await reveal(boss, await aSubmission(app, dana))
  const given = { ...period(app), staffId: boss.id, figure: 'views', limit: 2 } as const
  const [first, second] = [
    await boss.api.admin.insiderItems(given),
    await boss.api.admin.insiderItems({ ...given, page: 2 }),
  ]
  expect([first.data.length, second.data.length, second.pagination.totalItems]).toEqual([2, 1, 3])
})

test('a period without entries has no members', async ({ app }) => {
  const { boss } = await open(app)
  expect(await reportOf(app, boss)).toMatchObject({ members: [], team: none })
})

test.each([
  ['too long', '2026-10-01T00:00:00Z', '2026-11-02T00:00:00Z', insiderMessages.tooLong],
  ['backwards', '2026-11-02T00:00:00Z', '2026-11-01T00:00:00Z', insiderMessages.backwards],
  ['no period', 'yesterday', '2026-11-01T00:00:00Z', 'Enter a date and time in ISO 8601 format.'],
])('a period that is %s is refused, also for the file', async (_, from, to, message) => {
  await using app = await createTestApp()
  const boss = await app.staff()
  await expect(boss.api.admin.insiderReport({ from, to })).rejects.toThrow(message)
  const url = `/api/admin/insider-report.csv?from=${from}&to=${to}`
  const answer = await app.request('GET', url, { as: boss })
  expect([answer.statusCode, answer.json().message]).toEqual([400, message])
})

test('is for owners, and who read or exported it is in the audit log', async ({ app }) => {
  const { boss, rob, dana } = await open(app)
  await reveal(rob, await aSubmission(app, dana))
  const { from, to } = period(app)
  const url = `/api/admin/insider-report.csv?from=${from}&to=${to}`
  for (const role of ['reviewer', 'support', 'finance'] as const) {
    const as = await app.colleague(role)
    await expect(reportOf(app, as)).rejects.toMatchObject({ cause: { code: 'forbidden' } })
    expect((await app.request('GET', url, { as })).statusCode).toBe(403)
  }
  await reportOf(app, boss)
  await reportOf(app, boss)
  const file = await app.request('GET', url, { as: boss })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')])
  expect(file.body).toMatch(/^\ufeffName,Role,Views,Views without action,/)
  expect(file.body).toMatch(/\r\nreviewer \d+,Reviewer,1,1,0,0,0,0,0,0,0,0,,0,0,0,0,0,0,0,0\r\n$/)
  const entries = await app.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'object_id'])
    .where('action', 'like', 'report.%')
    .orderBy('sequence')
    .execute()
  const about = { actor_id: boss.id, object_id: `${from} to ${to}` }
  expect(entries).toEqual([
    { action: 'report.read', ...about },
    { action: 'report.exported', ...about },
  ])
})
