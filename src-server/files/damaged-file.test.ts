import { expect, test } from 'vitest'
import { anUpload, aPhoto, aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

/** A file of many chunks, so that damage can follow chunks that were sent already. */
const large = () => Buffer.concat([aPhoto(), Buffer.alloc(300_000, 7)])

function damage(app: TestApp, id: string, at: (size: number) => number): void {
  const { bytes } = app.storage.objects.get(id) ?? { bytes: Buffer.alloc(1) }
  const place = at(bytes.length)
  bytes[place] = (bytes[place] ?? 0) ^ 1
}

test.each([
  ['in its head', () => 1],
  ['in its first part', () => 500],
])('rejects a file altered %s with a message, logs and audits it once and serves others', async (_, at) => {
  await using app = await createTestApp()
  const [customer, reviewer] = [await app.customer(), await app.colleague('reviewer')]
  const [broken, sound] = [await anUpload(app, customer), await anUpload(app, customer, 'back.png')]
  const submissionId = await aSubmission(app, customer, { fileIds: [broken, sound] })
  damage(app, broken, at)
  for (const as of [customer, reviewer, reviewer]) {
    const response = await app.request('GET', `/api/files/${broken}?download=original`, { as })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({
      code: 'internal',
      message: expect.stringContaining('This file is damaged'),
    })
    expect((await app.request('GET', `/api/files/${sound}?download=original`, { as })).statusCode).toBe(200)
  }
  const entries = await app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'file.damaged').execute()
  expect(entries).toMatchObject([{ object_id: broken, detail: submissionId, actor_id: customer.id }])
  expect(app.log()).toContain('a stored file is damaged')
})

test('reports a missing file like an altered one', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const id = await anUpload(app, customer)
  app.storage.objects.delete(id)
  expect((await app.request('GET', `/api/files/${id}?download=1`, { as: customer })).statusCode).toBe(500)
  expect(app.log()).toContain('a stored file is damaged')
})

test('aborts the response at a damaged chunk without sending it', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const bytes = large()
  const id = await anUpload(app, customer, 'front.png', bytes)
  damage(app, id, (size) => size - 100)
  const response = await app.request('GET', `/api/files/${id}?download=1`, { as: customer }).catch(() => undefined)
  expect(response?.rawPayload.length ?? 0).toBeLessThan(bytes.length)
  expect(app.log()).toContain('a stored file is damaged')
})
