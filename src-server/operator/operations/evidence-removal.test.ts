import { expect, test } from 'vitest'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { aCheckWithPicture } from '../../testing/test-support/evidence.ts'
import { anUpload, aSubmission } from '../../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type TestApp } from '../../testing/test-support/test-app.ts'
import { runRetention } from './retention.ts'

const DAY_MS = 24 * 60 * 60 * 1000
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

test('evidence and the notes of checks are purged with the photos of the order', async () => {
  await using app = await createTestApp()
  const { id, evidenceId } = await aRejection(app)
  app.clock.advance(30 * DAY_MS)
  await runRetention(app.ctx)
  expect([await filesOf(app, id), app.storage.objects.has(evidenceId)]).toEqual([[], false])
  expect(await checksOf(app, id)).toMatchObject([bare, bare])
})

test('the evidence of a network card stays its 30 days, and its photos do not', async () => {
  await using app = await createTestApp()
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

test('evidence that belongs to staff is deleted with the account of the customer', async () => {
  await using app = await createTestApp()
  const { dana, rob, id, evidenceId } = await aRejection(app)
  await dana.api.account.deleteAccount({ password: customerPassword })
  expect([await filesOf(app, id), app.storage.objects.has(evidenceId)]).toEqual([[], false])
  expect(await checksOf(app, id)).toMatchObject([bare, bare])
  const { submission } = await rob.api.admin.review.get({ submissionId: id })
  expect(submission).toMatchObject({ reasonCode: 'zero-balance' })
  expect((await rob.api.admin.submissions.lists())[0]).toEqual({ name: 'evidence-owed', count: 0, overdue: 0 })
})

test('nothing is left of evidence after all data is cleared', async () => {
  await using app = await createTestApp()
  const { id } = await aRejection(app)
  await (await app.staff()).api.admin.data.clearAll()
  expect([await filesOf(app, id), await checksOf(app, id), app.storage.objects.size]).toEqual([[], [], 0])
})
