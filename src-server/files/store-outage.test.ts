import { afterAll, expect, test } from 'vitest'
import { HOUR_MS } from '../platform/clock.ts'
import { createS3Storage } from '../platform/storage/s3-storage.ts'
import { anUpload, aPhoto, aSubmission, multipart, submitFields } from '../testing/test-support/factories.ts'
import {
  type Fault,
  type FaultyStore,
  impatient,
  patient,
  startFaultyStore,
} from '../testing/test-support/faulty-store.ts'
import { startS3Server } from '../testing/test-support/s3-server.ts'
import { bytesOf, of } from '../testing/test-support/storage-bytes.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { sweepOrphans } from './sweep-orphans.ts'

const server = await startS3Server()
afterAll(() => server[Symbol.asyncDispose]())

/** A site whose files are in a bucket behind a faulty proxy. */
async function aSite(limits = patient): Promise<AsyncDisposable & { app: TestApp; store: FaultyStore }> {
  const app = await createTestApp()
  const store = await startFaultyStore(server.createBucket())
  app.ctx.storage = await createS3Storage(store.config, limits)
  return {
    app,
    store,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    },
  }
}

const form = () => multipart(submitFields(), [{ name: 'front.png', bytes: aPhoto() }])
const countRows = async ({ ctx }: TestApp, table: 'files' | 'submissions') =>
  (await ctx.db.selectFrom(table).select('id').execute()).length

test.each<[string, Fault, number, string]>([
  ['is down', 'reset', 503, "We can't reach our file storage right now. Please try again in a moment."],
  ['does not respond', 'hang', 503, "We can't reach our file storage right now. Please try again in a moment."],
  [
    'rejects our keys',
    { status: 403, code: 'InvalidAccessKeyId' },
    503,
    "We can't reach our file storage right now. Please try again in a moment.",
  ],
  [
    'is full',
    { status: 507, code: 'InsufficientStorage' },
    507,
    'Our storage is full right now. Please try again later.',
  ],
])(
  'a store that %s rejects uploads and orders with photos in words, and keeps nothing',
  async (_, fault, status, message) => {
    await using site = await aSite(fault === 'hang' ? impatient : patient)
    const { app, store } = site
    const customer = await app.customer()
    const before = await countRows(app, 'submissions')
    store.faultOf = () => fault
    for (const [url, body] of [
      ['/api/uploads', multipart({}, [{ name: 'front.png', bytes: aPhoto() }])],
      ['/api/submit', form()],
    ] as const) {
      const response = await app.request('POST', url, { as: customer, ...body })
      expect(response.statusCode).toBe(status)
      expect(response.json()).toMatchObject({ message })
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
      expect(response.body).not.toMatch(/Insufficient|AccessKey|127\.0\.0\.1|bucket/)
    }
    if (typeof fault === 'object') expect(app.log()).toContain(fault.code)
    expect(await countRows(app, 'files')).toBe(0)
    expect(await countRows(app, 'submissions')).toBe(before)
    store.faultOf = () => undefined
    expect((await app.request('POST', '/api/submit', { as: customer, ...form() })).statusCode).toBeLessThan(300)
    // The photo and its rendition.
    expect(server.contentsOf(store.config).objects).toHaveLength(2)
  },
)

test('a store that cannot be read is an error for now: the file is not reported as damaged', async () => {
  await using site = await aSite()
  const { app, store } = site
  const customer = await app.customer()
  const id = await anUpload(app, customer)
  store.faultOf = () => 'reset'
  const response = await app.request('GET', `/api/files/${id}?download=1`, { as: customer })
  expect(response.statusCode).toBe(503)
  expect(app.log()).not.toContain('a stored file is damaged')
  const damaged = app.ctx.db.selectFrom('audit_log').select('id').where('action', '=', 'file.damaged')
  expect(await damaged.execute()).toEqual([])
  store.faultOf = () => undefined
  expect((await app.request('GET', `/api/files/${id}?download=1`, { as: customer })).statusCode).toBe(200)
})

test('the photos of an acknowledged order are there after the store was killed', async () => {
  await using own = await startS3Server()
  await using app = await createTestApp()
  app.ctx.storage = await createS3Storage(own.createBucket(), patient)
  const customer = await app.customer()
  const bytes = aPhoto()
  const id = await anUpload(app, customer, 'front.png', bytes)
  await aSubmission(app, customer, { fileIds: [id] })
  await own.kill()
  expect((await app.request('GET', `/api/files/${id}?download=1`, { as: customer })).statusCode).toBe(503)
  await own.start()
  const response = await app.request('GET', `/api/files/${id}?download=1`, { as: customer })
  expect(response.rawPayload.equals(bytes)).toBe(true)
  expect((await app.request('GET', `/api/files/${id}`, { as: customer })).statusCode).toBe(200)
})

test('the bucket has only ciphertext', async () => {
  await using site = await aSite()
  const { app, store } = site
  await anUpload(app, await app.customer())
  const [key = ''] = server.contentsOf(store.config).objects
  const stored = await bytesOf(app.ctx.storage.read(key.replace('files/', '')))
  expect(stored.includes('PNG')).toBe(false)
})

test('sweeps objects without rows from a bucket, but none of the last hour and none with a row', async () => {
  await using site = await aSite()
  const { app, store } = site
  const setAge = (ageMs: number) => app.clock.advance(Date.now() + ageMs - app.clock.now().getTime())
  await aSubmission(app, await app.customer())
  const kept = server.contentsOf(store.config).objects
  await app.ctx.storage.write('orphan', of('x'))
  setAge(HOUR_MS - 60_000)
  expect(await sweepOrphans(app.ctx)).toBe(0)
  setAge(HOUR_MS + 60_000)
  expect(await sweepOrphans(app.ctx)).toBe(1)
  expect(server.contentsOf(store.config).objects).toEqual(kept)
})

test('deletes the parts of an upload of a day ago, which a killed process left', async () => {
  await using site = await aSite()
  const { app, store } = site
  // The process dies before it completes or aborts the upload.
  store.faultOf = (request) => (/^DELETE|^POST .*uploadId=/.test(request) ? 'reset' : undefined)
  await expect(app.ctx.storage.write('key', of(Buffer.alloc(6_000_000)))).rejects.toThrow()
  store.faultOf = () => undefined
  const day = 24 * HOUR_MS
  const setAge = (ageMs: number) => app.clock.advance(Date.now() + ageMs - app.clock.now().getTime())
  setAge(day - 60_000)
  await sweepOrphans(app.ctx)
  expect(server.contentsOf(store.config).uploads).toBe(1)
  setAge(day + 60_000)
  await sweepOrphans(app.ctx)
  expect(server.contentsOf(store.config).uploads).toBe(0)
})

test('sweeps nothing while the store cannot be listed', async () => {
  await using site = await aSite()
  const { app, store } = site
  store.faultOf = (request) => (request.includes('list-type') ? 'reset' : undefined)
  await expect(sweepOrphans(app.ctx)).rejects.toMatchObject({ code: 'unavailable' })
})
