import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { SNIFF_BYTES } from '#shared/upload.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aPhoto, aSubmission, inPieces } from '../testing/test-support/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { readStart } from './store-file.ts'

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

test('reports a missing file like an altered one', async ({ app, customer }) => {
  const id = await anUpload(app, customer)
  app.storage.objects.delete(id)
  expect((await app.request('GET', `/api/files/${id}?download=1`, { as: customer })).statusCode).toBe(500)
  expect(app.log()).toContain('a stored file is damaged')
})

test('aborts the response at a damaged chunk without sending it', async ({ app, customer }) => {
  const bytes = large()
  const id = await anUpload(app, customer, 'front.png', bytes)
  damage(app, id, (size) => size - 100)
  const response = await app.request('GET', `/api/files/${id}?download=1`, { as: customer }).catch(() => undefined)
  expect(response?.rawPayload.length ?? 0).toBeLessThan(bytes.length)
  expect(app.log()).toContain('a stored file is damaged')
})

const MAX = 5_000

async function start(plain: Buffer, pieceSize: number) {
  const buffer = Buffer.alloc(MAX + 10)
  const heads: Buffer[] = []
  const source = inPieces(plain, pieceSize)[Symbol.asyncIterator]()
  const { length, rest, found } = await readStart(source, buffer, MAX, (head) => heads.push(Buffer.from(head)))
  const following: Uint8Array[] = []
  for await (const piece of rest ?? []) following.push(piece)
  return {
    start: buffer.subarray(0, length),
    hasRest: rest !== undefined,
    following: Buffer.concat(following),
    heads,
    found,
  }
}

test.each([0, 1, SNIFF_BYTES, MAX - 1, MAX])('a file of %d bytes is in the buffer', async (size) => {
  for (const pieceSize of [1, 999, MAX, 2 * MAX]) {
    const plain = randomBytes(size)
    const read = await start(plain, pieceSize)
    expect(read.start.equals(plain)).toBe(true)
    expect(read.hasRest).toBe(false)
    expect(read.found).toBe(1)
  }
})

test.each([MAX + 1, 2 * MAX, 10 * MAX])('what does not fit of %d bytes follows', async (size) => {
  for (const pieceSize of [1, 999, MAX, 2 * MAX, 20 * MAX]) {
    const plain = randomBytes(size)
    const { start: first, following } = await start(plain, pieceSize)
    expect(first.length).toBe(MAX)
    expect(Buffer.concat([first, following]).equals(plain)).toBe(true)
  }
})

test('checks the head once, however small the pieces are', async () => {
  const plain = randomBytes(3_000)
  const { heads } = await start(plain, 1)
  expect(heads).toEqual([plain.subarray(0, SNIFF_BYTES)])
})

test('a rejected head ends the reading', async () => {
  let read = 0
  async function* source() {
    for (;;) {
      read++
      yield Buffer.alloc(SNIFF_BYTES)
    }
  }
  const reject = () => {
    throw new Error('not a picture')
  }
  await expect(readStart(source(), Buffer.alloc(MAX), MAX, reject)).rejects.toThrow('not a picture')
  expect(read).toBe(1)
})
