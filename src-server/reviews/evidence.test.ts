import path from 'node:path'
import { expect, test } from 'vitest'
import { EVIDENCE_OWED_MS } from '#shared/balance-check.ts'
import { reasonTexts, statusReasons } from '#shared/status-reasons.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { createDiskStorage } from '../platform/storage/disk-storage.ts'
import { aBalanceCheck } from '../testing/test-support/balance-checks.ts'
import {
  aCheckWithPicture,
  anEvidence,
  anOrderToCheck,
  aScreenshot,
  boxOfNumber,
  neverInFolder,
  requireEvidence,
  sendEvidence,
  underTheBox,
} from '../testing/test-support/evidence.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const zero = statusReasons.rejected[7] ?? ''
const decide = (app: TestApp, as: Person, id: string, body: object) =>
  app.request('PATCH', `/api/submissions/${id}/status`, { as, body })
const owed = async ({ api }: Person) =>
  (await api.admin.submissions.lists()).find(({ name }) => name === 'evidence-owed')?.count

test('a rejection for a zero balance without a picture owes the evidence for 24 hours', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  const answer = await decide(app, rob, id, { status: 'rejected', reason: zero })
  const due = new Date(app.clock.now().getTime() + EVIDENCE_OWED_MS).toISOString()
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { status: 'rejected', reasonCode: 'zero-balance', evidenceDueAt: due },
  ])
  expect(await dana.api.transactions.get({ id })).toMatchObject({ reasonCode: 'zero-balance', evidenceDueAt: due })
  expect(await owed(rob)).toBe(1)
  const { data } = await rob.api.admin.submissions.list({ list: 'evidence-owed' })
  expect(data.map((row) => row.id)).toEqual([id])
})

test('where the policy requires evidence, a reason that needs it is refused without a picture', async () => {
  await using place = await anOrderToCheck()
  const { app, boss, dana, rob, id } = place
  await requireEvidence(boss)
  const refused = await decide(app, rob, id, { status: 'rejected', reason: zero })
  expect([refused.statusCode, refused.json().message]).toEqual([422, 'This reason needs a picture of what you saw.'])
  expect(await dana.api.transactions.get({ id })).toMatchObject({ status: 'pending', reasonCode: null })
  expect((await decide(app, rob, id, { status: 'rejected', reasonCode: 'blurry' })).statusCode).toBe(200)
  const other = await aSubmission(app, dana)
  await aCheckWithPicture(app, rob, other)
  expect((await decide(app, rob, other, { status: 'rejected', reason: zero })).statusCode).toBe(200)
})

test('a rejection without a reason has fixed words, and the reason is owed', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  expect((await decide(app, rob, id, { status: 'rejected' })).statusCode).toBe(200)
  const order = await dana.api.transactions.get({ id })
  expect(order).toMatchObject({ statusReason: systemReasons.none, reasonCode: 'none' })
  expect(await owed(rob)).toBe(1)
  await decide(app, rob, id, { status: 'rejected', reasonCode: 'blurry' })
  expect(await owed(rob)).toBe(0)
})

test('the seller sees the picture with its boxes painted, and nothing else of it is stored', async () => {
  using folder = tempFolder()
  await using app = await createTestApp({ DATABASE_URL: `sqlite:${folder.path}/exchange.sqlite` })
  app.ctx.storage = createDiskStorage(path.join(folder.path, 'files'))
  const [dana, rob] = [await app.customer(), await app.colleague('reviewer')]
  const id = await aSubmission(app, dana)
  const bytes = await aScreenshot()
  const sending = sendEvidence(app, rob, id, { bytes, boxes: [boxOfNumber] })
  expect(await neverInFolder(folder.path, bytes, sending)).toBe(true)
  const { statusCode, json } = await sending
  expect(statusCode).toBe(201)
  const evidenceId = json().id
  await rob.api.admin.review.recordCheck({ submissionId: id, outcome: 'zero', how: 'website', evidenceId })
  await decide(app, rob, id, { status: 'rejected', reason: zero })
  const [shown] = (await dana.api.transactions.get({ id })).evidence ?? []
  expect(shown).toMatchObject({ fileId: evidenceId, outcome: 'zero', how: 'website' })
  for (const form of ['', '?download=1']) {
    const seen = await app.request('GET', `/api/files/${evidenceId}${form}`, { as: dana })
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const { brightest, ...picture } = await underTheBox(seen.rawPayload)
    expect(brightest).toBeLessThanOrEqual(8)
    expect(picture).toEqual({ width: 1200, height: 800, exif: undefined })
  }
})

test('the customer sees evidence once the decision stands, others never', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  const see = async (evidenceId: string, as: Person) =>
    (await app.request('GET', `/api/files/${evidenceId}`, { as })).statusCode
  const { evidenceId = '' } = await aCheckWithPicture(app, rob, id)
  expect([await see(evidenceId, rob), await see(evidenceId, dana)]).toEqual([200, 404])
  const { version } = (
    await decide(app, rob, id, { status: 'rejected', reason: zero, version: 1, undoable: true })
  ).json()
  expect(await see(evidenceId, dana)).toBe(404)
  expect((await dana.api.transactions.get({ id })).evidence).toBeUndefined()
  await rob.api.admin.review.undoStatus({ submissionId: id, version })
  app.clock.advance(10_000)
  expect(await see(evidenceId, dana)).toBe(404)
  await decide(app, rob, id, { status: 'rejected', reason: zero, undoable: true })
  app.clock.advance(10_000)
  expect([await see(evidenceId, dana), await see(evidenceId, await app.customer())]).toEqual([200, 404])
  expect(await see(evidenceId, await app.colleague('support'))).toBe(404)
})

test('evidence that is added later is mailed, and nothing is owed any more', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  await decide(app, rob, id, { status: 'rejected', reasonCode: 'linked' })
  await rob.api.admin.review.recordCheck({ submissionId: id, outcome: 'linked', how: 'phone' })
  expect(await owed(rob)).toBe(1)
  const { evidenceId } = await aCheckWithPicture(app, rob, id, 'linked')
  const order = await dana.api.transactions.get({ id })
  expect(order.evidence).toMatchObject([{ fileId: evidenceId, outcome: 'linked' }])
  expect([order.evidenceDueAt, await owed(rob)]).toEqual([undefined, 0])
  const mails = app.ctx.db.selectFrom('mail_outbox').select('recipient').where('kind', '=', 'evidence-added')
  expect(await mails.execute()).toEqual([{ recipient: dana.email }])
})

test('a picture of a full balance is no evidence for a rejection, before it or later', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  await aCheckWithPicture(app, rob, id, 'full')
  await decide(app, rob, id, { status: 'rejected', reason: zero })
  expect(await owed(rob)).toBe(1)
  await aCheckWithPicture(app, rob, id, 'full')
  expect(await owed(rob)).toBe(1)
  expect((await dana.api.transactions.get({ id })).evidenceDueAt).toBeDefined()
  await aCheckWithPicture(app, rob, id)
  expect(await owed(rob)).toBe(0)
})

test('the mail of a rejection says where the evidence is, or that it follows', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  const textOf = async (order: string, body: object) => {
    await decide(app, rob, order, { status: 'rejected', ...body })
    return (await app.mails()).at(-1)?.text ?? ''
  }
  expect(await textOf(id, { reason: zero })).toContain('We owe you the evidence for this.')
  const [shown, blurry] = [await aSubmission(app, dana), await aSubmission(app, dana)]
  await aCheckWithPicture(app, rob, shown)
  expect(await textOf(shown, { reason: zero })).toContain('The page of your order shows what we saw.')
  expect(await textOf(blurry, { reasonCode: 'blurry' })).not.toMatch(/evidence|what we saw/)
})

test('an undo of a later decision owes the evidence of the former one again', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  const first = (await decide(app, rob, id, { status: 'rejected', reason: zero })).json()
  app.clock.advance(60_000)
  const { version } = (await decide(app, rob, id, { status: 'rejected', reasonCode: 'expired', undoable: true })).json()
  expect((await dana.api.transactions.get({ id })).evidenceDueAt).toBeUndefined()
  await rob.api.admin.review.undoStatus({ submissionId: id, version })
  expect(await dana.api.transactions.get({ id })).toMatchObject({
    reasonCode: 'zero-balance',
    evidenceDueAt: first.evidenceDueAt,
  })
})

test('a decision is based on the newest check of its own reviewer within 24 hours, or on one that it names', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  const rita = await app.colleague('reviewer')
  const { id: checkId } = await aCheckWithPicture(app, rita, id)
  const rejected = { status: 'rejected', reason: zero }
  expect((await decide(app, rob, id, rejected)).json().evidenceDueAt).toBeDefined()
  const other = await aSubmission(app, dana)
  expect((await decide(app, rob, other, { ...rejected, checkId })).statusCode).toBe(400)
  expect((await decide(app, rob, id, { ...rejected, checkId })).json().evidenceDueAt).toBeUndefined()
  const dayBefore = new Date(app.clock.now().getTime() - 24 * 60 * 60_000 - 1).toISOString()
  await aBalanceCheck(app, rob, other, { checked_at: dayBefore, file_id: await anEvidence(app, rob, other) })
  expect((await decide(app, rob, other, rejected)).json().evidenceDueAt).toBeDefined()
})

test('40 rejections at once have 40 codes, next steps and clocks', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, boss } = place
  const ids: string[] = []
  for (let made = 0; made < 40; made++) {
    if (made % 20 === 0) app.clock.advance(61 * 60_000)
    ids.push(await aSubmission(app, dana))
  }
  const items = ids.map((submissionId) => ({ submissionId, version: 1 }))
  const rejectAll = (reason: string, version: number) =>
    boss.api.admin.review.setStatuses({
      items: items.map((item) => ({ ...item, version })),
      status: 'rejected',
      reason,
    })
  expect((await rejectAll(reasonTexts.rejected.blurry, 1)).every(({ ok }) => ok)).toBe(true)
  const blurry = (await dana.api.transactions.list()).filter(({ reasonCode }) => reasonCode === 'blurry')
  expect([blurry.length, await owed(boss)]).toEqual([40, 0])
  expect((await rejectAll(zero, 2)).every(({ ok }) => ok)).toBe(true)
  expect(await owed(boss)).toBe(40)
})
