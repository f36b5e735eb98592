import { expect, test } from 'vitest'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import {
  anEvidence,
  anOrderToCheck,
  aScreenshot,
  boxOfNumber,
  secretNumber,
  sendEvidence,
} from '../testing/test-support/evidence.ts'
import { aPhoto, aSubmission, multipart } from '../testing/test-support/factories.ts'
import { aPdfOfPages } from '../testing/test-support/pdf-objects.ts'
import { aPdf } from '../testing/test-support/pictures.ts'

test('refuses boxes and files that are none', async () => {
  await using place = await anOrderToCheck()
  const { app, rob, id } = place
  const bytes = aPhoto()
  const box = { x: 0, y: 0, w: 100, h: 100 }
  const send = async (boxes: unknown, file = bytes) =>
    (await sendEvidence(app, rob, id, { bytes: file, boxes })).statusCode
  for (const boxes of [
    '[{',
    '{}',
    [{ ...box, x: 9950 }],
    [{ ...box, w: 0 }],
    [{ ...box, x: 0.5 }],
    Array(31).fill(box),
  ])
    expect([boxes, await send(boxes)]).toEqual([boxes, 400])
  expect(await send([], Buffer.from('no picture'))).toBe(415)
  const pdf = await sendEvidence(app, rob, id, { bytes: aPdf(), boxes: [] })
  expect([pdf.statusCode, pdf.json().message]).toEqual([415, rejectedFileMessages.noPicture(`${secretNumber}.png`)])
  expect(pdf.json().message).not.toContain('PDF')
  expect([await send([]), await send(Array(30).fill(box))]).toEqual([201, 201])
  expect((await sendEvidence(app, rob, 'GCE-NOWHERE', { bytes, boxes: [] })).statusCode).toBe(404)
})

test('refuses checks with a wrong balance, and the picture of another order', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  const other = await anEvidence(app, rob, await aSubmission(app, dana))
  const record = async (body: object) =>
    (await app.request('POST', `/api/admin/submissions/${id}/checks`, { as: rob, body: { how: 'phone', ...body } }))
      .statusCode
  for (const balance of [undefined, 62.405, 5000.01, 0, -1, 100, 120])
    expect([balance, await record({ outcome: 'lower', balance })]).toEqual([balance, 400])
  expect(await record({ outcome: 'higher', balance: 62.4 })).toBe(400)
  expect(await record({ outcome: 'zero', balance: 62.4 })).toBe(400)
  expect(await record({ outcome: 'zero', evidenceId: other })).toBe(400)
  expect([
    await record({ outcome: 'lower', balance: 62.4 }),
    await record({ outcome: 'higher', balance: 120 }),
  ]).toEqual([200, 200])
})

test('evidence is not among the photos of an order, and does not mark it as one with the same photo', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  const bytes = await aScreenshot()
  const other = await aSubmission(app, dana, { cardNumber: 'X2MW 9QP4 7TLZ 6KRE' })
  for (const order of [id, other]) await sendEvidence(app, rob, order, { bytes, boxes: [boxOfNumber] })
  expect((await dana.api.transactions.get({ id })).uploadedFiles).toHaveLength(1)
  const { submission, flags } = await rob.api.admin.review.get({ submissionId: id })
  expect([submission.uploadedFiles.length, flags.map(({ kind }) => kind)]).toEqual(
    [1, ['same-payout']].slice(0, 1).concat([[]]),
  )
})

test('draws a page of a PDF, on which boxes are placed, and stores nothing', async () => {
  await using place = await anOrderToCheck()
  const { app, rob, id } = place
  const stored = app.storage.objects.size
  const draw = (page: string) =>
    app.request('POST', `/api/admin/submissions/${id}/evidence?draw=${page}`, {
      as: rob,
      ...multipart({ boxes: '[]' }, [{ name: 'statement.pdf', bytes: aPdfOfPages(3), field: 'file' }]),
    })
  const drawn = await draw('2')
  expect([drawn.statusCode, drawn.headers['content-type'], drawn.headers['page-count']]).toEqual([
    200,
    'image/jpeg',
    '3',
  ])
  expect([(await draw('4')).statusCode, (await draw('0')).statusCode]).toEqual([415, 400])
  expect(app.storage.objects.size).toBe(stored)
  expect((await sendEvidence(app, rob, id, { bytes: drawn.rawPayload, boxes: [boxOfNumber] })).statusCode).toBe(201)
})
