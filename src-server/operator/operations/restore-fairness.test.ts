import path from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { createDiskStorage } from '../../platform/storage/disk-storage.ts'
import { closeOverdueRequests } from '../../reviews/requests/close-overdue-requests.ts'
import { anAppeal, appealWords } from '../../testing/test-support/appeals.ts'
import { aCheckWithPicture } from '../../testing/test-support/evidence.ts'
import { anUpload, aSubmission } from '../../testing/test-support/factories.ts'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { aCounterOffer, anAnswer, aRequest } from '../../testing/test-support/requests.ts'
import { openRestorableSite } from '../../testing/test-support/restorable-site.ts'
import { changeReviews } from '../../testing/test-support/reviews-policy.ts'
import type { TestApp } from '../../testing/test-support/test-app.ts'
import { makeBackup } from './backup.ts'

const requestOf = ({ ctx: { db } }: TestApp, id: string) =>
  db
    .selectFrom('information_requests')
    .innerJoin('submissions', 'submissions.id', 'submission_id')
    .select(['state', 'information_requests.due_at', 'submissions.status', 'submissions.status_reason_code as code'])
    .where('information_requests.id', '=', id)
    .executeTakeFirstOrThrow()
const checksOf = ({ ctx: { db } }: TestApp) => db.selectFrom('balance_checks').selectAll().orderBy('id').execute()
const appealsOf = ({ ctx: { db } }: TestApp) => db.selectFrom('appeals').selectAll().execute()

test('a restore brings checks, evidence, requests and appeals back as they were, and open', async () => {
  await using fake = await startFakePayPal()
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  await changeReviews(app, boss, { fixMinutes: 30 })
  const checked = await aSubmission(app, dana)
  const { evidenceId = '' } = await aCheckWithPicture(app, boss, checked)
  const appealed = await anAppeal(app, dana, boss, { fileIds: [await anUpload(app, dana, 'receipt.png')] })
  const requested = await aRequest(app, dana, boss)
  const [checks, appeals] = [await checksOf(app), await appealsOf(app)]
  const picture = async (at: TestApp, as: typeof boss) => {
    const { statusCode, rawPayload } = await at.request('GET', `/api/files/${evidenceId}`, { as })
    return [statusCode, rawPayload.toString('base64')]
  }
  const shown = await picture(app, boss)
  expect(shown[0]).toBe(200)

  const { file } = await makeBackup(app.ctx)
  await aCheckWithPicture(app, boss, checked)
  const answer = { outcome: 'stands', words: 'The brand says that it is empty.' } as const
  await boss.api.admin.decideAppeal({ appealId: appealed.id, ...answer })
  await dana.api.requests.answer({ id: requested.id, ...(await anAnswer(app, dana)) })
  expect((await requestOf(app, requested.id)).state).toBe('answered')

  await using again = await restorable.restore(file)
  again.app.ctx.storage = createDiskStorage(path.join(again.app.ctx.config.dataDir, 'files'))
  expect(await checksOf(again.app)).toEqual(checks)
  expect(await picture(again.app, again.boss)).toEqual(shown)
  expect(await appealsOf(again.app)).toEqual(appeals)
  expect((await again.boss.api.admin.appeals()).data).toMatchObject([
    { submissionId: appealed.submissionId, words: appealWords, files: [{ fileName: 'receipt.png' }] },
  ])
  expect(await requestOf(again.app, requested.id)).toMatchObject({ state: 'open', status: 'processing' })
  // The appeal is answered, once, as if it had not been before.
  await again.boss.api.admin.decideAppeal({ appealId: appealed.id, ...answer })
  expect(await appealsOf(again.app)).toMatchObject([{ state: 'stands' }])
})

test('a request whose time ran out before the restore ends a day later, and an offer that was declined ends at once', async () => {
  await using fake = await startFakePayPal()
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  await changeReviews(app, boss, { fixMinutes: 30, offerMinutes: 60 })
  const [asked, declined] = [await aRequest(app, dana, boss), await aCounterOffer(app, dana, boss)]
  const { file } = await makeBackup(app.ctx)
  await dana.api.requests.decline({ id: declined.id })
  app.clock.advance(90 * MINUTE_MS)

  await using again = await restorable.restore(file)
  const { clock } = again.app
  const due = new Date(clock.now().getTime() + DAY_MS).toISOString()
  await closeOverdueRequests(again.app.ctx)
  expect(await requestOf(again.app, asked.id)).toMatchObject({ state: 'open', due_at: due, status: 'processing' })
  // Its number, code and photos were erased again: there is no card left to accept an offer for.
  expect(await requestOf(again.app, declined.id)).toMatchObject({ state: 'expired', status: 'rejected' })
  clock.advance(DAY_MS - 1)
  await closeOverdueRequests(again.app.ctx)
  expect((await requestOf(again.app, asked.id)).state).toBe('open')
  clock.advance(1)
  await closeOverdueRequests(again.app.ctx)
  expect(await requestOf(again.app, asked.id)).toMatchObject({ state: 'expired', code: 'not-answered' })
})
