import path from 'node:path'
import { expect, test } from 'vitest'
import { problemMessages } from '#shared/problem.ts'
import { redactionMessages } from '#shared/redaction.ts'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import { limitOf } from '../platform/rate-limits/rate-limit-config.ts'
import { createDiskStorage } from '../platform/storage/disk-storage.ts'
import {
  aCheckWithPicture,
  anEvidence,
  aScreenshot,
  boxOfNumber,
  neverInFolder,
  underTheBox,
} from '../testing/test-support/evidence.ts'
import { aPhoto, multipart } from '../testing/test-support/factories.ts'
import { aBoughtCard } from '../testing/test-support/inventory.ts'
import { anApproval } from '../testing/test-support/payouts.ts'
import { aPdf } from '../testing/test-support/pictures.ts'
import { today } from '../testing/test-support/problems.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

type Pictures = { pictures: readonly Buffer[]; boxes: readonly unknown[] }

/** Reports a problem as a form; texts are sent as boxes as they are. */
function report(app: TestApp, as: Person, submissionId: string, { pictures, boxes }: Pictures) {
  const texts = boxes.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  const form = multipart(
    { kind: 'drained', foundOn: today(app), boxes: texts },
    pictures.map((bytes) => ({ name: 'balance.png', bytes })),
  )
  return app.request('POST', `/api/admin/submissions/${submissionId}/problems`, { as, ...form })
}

test('pictures of a report are painted before anything of them is stored', async () => {
  using folder = tempFolder()
  await using app = await createTestApp({ DATABASE_URL: `sqlite:${folder.path}/exchange.sqlite` })
  app.ctx.storage = createDiskStorage(path.join(folder.path, 'files'))
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aBoughtCard(app, dana, boss)
  const bytes = await aScreenshot()
  const reporting = report(app, boss, submissionId, { pictures: [bytes, aPhoto()], boxes: [[boxOfNumber], []] })
  expect(await neverInFolder(folder.path, bytes, reporting)).toBe(true)
  const { statusCode, json } = await reporting
  expect(statusCode).toBe(200)
  const { id, version, evidence } = json()
  const names = evidence.map(({ fileName }: { fileName: string }) => fileName)
  expect(names).toEqual(['evidence.jpg', 'evidence (2).jpg'])
  const decision = { decision: 'claw-back', reason: 'It was empty.' } as const
  await boss.api.admin.problems.decide({ id, version, ...decision })
  for (const as of [dana, boss, await app.colleague('finance')])
    for (const query of ['', '?download=1', '?download=original']) {
      const seen = await app.request('GET', `/api/files/${evidence[0].id}${query}`, { as })
      expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/jpeg'])
      const { brightest, ...picture } = await underTheBox(seen.rawPayload)
      expect(brightest).toBeLessThanOrEqual(8)
      expect(picture).toEqual({ width: 1200, height: 800, exif: undefined })
    }
})

test('a report with a wrong picture or wrong boxes is refused by name, and nothing of it is stored', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aBoughtCard(app, dana, boss)
  const { submissionId: unpaid } = await anApproval(app, dana, boss)
  const stored = app.storage.objects.size
  const photo = aPhoto()
  const one = { pictures: [photo], boxes: [[]] }
  const refused = async (pictures: Pictures, status: number, answer: object, id = submissionId) => {
    const { statusCode, json } = await report(app, boss, id, pictures)
    expect([statusCode, json()]).toMatchObject([status, answer])
    expect(app.storage.objects.size).toBe(stored)
  }
  const uneven = { message: redactionMessages.onePerPicture, field: 'boxes' }
  await refused({ pictures: [photo], boxes: [] }, 400, uneven)
  await refused({ pictures: [photo, photo], boxes: [[]] }, 400, uneven)
  await refused({ ...one, boxes: ['[{'] }, 400, { message: redactionMessages.malformed, field: 'boxes' })
  await refused({ ...one, boxes: [[{ ...boxOfNumber, x: 9950 }]] }, 400, { message: redactionMessages.outside })
  const five = { pictures: Array(5).fill(photo), boxes: Array(5).fill([]) }
  await refused(five, 400, { message: problemMessages.tooManyFiles, field: 'files' })
  const message = rejectedFileMessages.noPicture('balance.png')
  await refused({ pictures: [photo, aPdf()], boxes: [[], []] }, 415, { message })
  await refused(one, 409, { message: problemMessages.notPaid }, unpaid)
  // The order is looked up before its pictures are decoded.
  await refused({ pictures: [aPdf()], boxes: [[]] }, 404, {}, 'GCE-NOWHERE')
  expect(await boss.api.admin.problems.ofOrder({ submissionId })).toEqual([])
})

test('a report as a form needs no picture', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aBoughtCard(app, dana, boss)
  const { statusCode, json } = await report(app, boss, submissionId, { pictures: [], boxes: [] })
  expect([statusCode, json().evidence]).toEqual([200, []])
})

test('reports as a form and as JSON count for one limit', async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  const boss = await app.staff()
  const json = { as: boss, body: { kind: 'drained', foundOn: today(app) } }
  const unknown = 'GCE-NOWHERE'
  const { max } = limitOf('problemReports')
  for (let at = 1; at < max; at++)
    expect((await app.request('POST', `/api/admin/submissions/${unknown}/problems`, json)).statusCode).toBe(404)
  const form = () => report(app, boss, unknown, { pictures: [aPhoto()], boxes: [[]] })
  expect((await form()).statusCode).toBe(404)
  const refused = await form()
  const message = 'You have reported 60 problems within an hour. Please wait 60 minutes and try again.'
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { message }])
})

test('a report takes no picture of a balance check and none that a colleague has added', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aBoughtCard(app, dana, boss)
  const { evidenceId = '' } = await aCheckWithPicture(app, boss, submissionId, 'zero')
  const others = await anEvidence(app, await app.colleague('reviewer'), submissionId)
  const input = { submissionId, kind: 'drained', foundOn: today(app) } as const
  for (const id of [evidenceId, others])
    await expect(boss.api.admin.problems.report({ ...input, evidenceIds: [id] })).rejects.toThrow(
      'Add pictures of yours for this report, not those of a balance check.',
    )
  expect(await boss.api.admin.problems.ofOrder({ submissionId })).toEqual([])
  await boss.api.admin.submissions.setStatus({
    submissionId,
    status: 'rejected',
    reason: 'It is empty.',
    payout: 'sent',
  })
  const [shown] = (await dana.api.transactions.get({ id: submissionId })).evidence ?? []
  expect(shown).toMatchObject({ fileId: evidenceId })
  expect((await app.request('GET', `/api/files/${evidenceId}`, { as: dana })).statusCode).toBe(200)
})
