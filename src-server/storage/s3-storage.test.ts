import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fault, type FaultyStore, startFaultyStore } from '../test-support/faulty-store.ts'
import { type S3Server, startS3Server } from '../test-support/s3-server.ts'
import { bytesOf, of, textOf } from '../test-support/storage-bytes.ts'
import type { FileStorage } from './file-storage.ts'
import { createS3Storage } from './s3-storage.ts'

const MB = 1024 * 1024
const DAY_MS = 24 * 60 * 60 * 1000
const large = () => Buffer.alloc(6 * MB, 'large ')
const impatient = { connectMs: 300, responseMs: 300, quickMs: 300, attempts: 2 }
const unavailable = {
  code: 'unavailable',
  message: "We can't reach our file storage right now. Please try again in a moment.",
  detail: { retryAfterSeconds: expect.any(Number) },
}
const full = { code: 'storage_full' }

let server: S3Server
beforeAll(async () => {
  server = await startS3Server({ maxKeys: 3 })
})
afterAll(() => server[Symbol.asyncDispose]())

/** A storage behind a faulty proxy, with an object 'kept' that was written before. */
async function aStore(limits = impatient): Promise<AsyncDisposable & { storage: FileStorage; proxy: FaultyStore }> {
  const proxy = await startFaultyStore(server.createBucket())
  const storage = await createS3Storage(proxy.config, limits)
  await storage.write('kept', of('first'))
  proxy.requests.length = 0
  return { storage, proxy, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() }
}

const when =
  (pattern: RegExp, fault: Fault, { times = Number.POSITIVE_INFINITY } = {}) =>
  (request: string) =>
    pattern.test(request) && times-- > 0 ? fault : undefined

test('keeps objects below files/ and ignores what else is in the bucket', async () => {
  await using store = await aStore()
  expect(server.contentsOf(store.proxy.config).objects).toEqual(['files/kept'])
})

test('sends objects above 5 MB in parts, and smaller ones at once', async () => {
  await using store = await aStore()
  await store.storage.write('small', of(Buffer.alloc(5 * MB)))
  await store.storage.write('large', of(Buffer.alloc(5 * MB), 'x'))
  const path = (key: string) => `/${store.proxy.config.bucket}/files/${key}`
  expect(store.proxy.requests.map((request) => request.replace(/uploadId=[^&]+/, 'uploadId'))).toEqual([
    `PUT ${path('small')}?x-id=PutObject`,
    `POST ${path('large')}?uploads=`,
    `PUT ${path('large')}?partNumber=1&uploadId&x-id=UploadPart`,
    `PUT ${path('large')}?partNumber=2&uploadId&x-id=UploadPart`,
    `POST ${path('large')}?uploadId`,
  ])
})

test('reads at most one part of a source ahead of a store that takes nothing, and then releases the source', async () => {
  await using store = await aStore()
  store.proxy.faultOf = () => 'hang'
  let pulled = 0
  let isReleased = false
  async function* source() {
    try {
      for (; pulled < 64 * MB; pulled += 64 * 1024) yield Buffer.alloc(64 * 1024)
    } finally {
      isReleased = true
    }
  }
  await expect(store.storage.write('key', source())).rejects.toMatchObject(unavailable)
  expect(pulled).toBeGreaterThan(5 * MB)
  expect(pulled).toBeLessThan(6 * MB)
  expect(isReleased).toBe(true)
})

test.each<[string, Fault, object]>([
  ['ends the connection', 'reset', unavailable],
  ['does not respond', 'hang', unavailable],
  ['is overloaded', { status: 503, code: 'SlowDown' }, unavailable],
  ['has an internal error', { status: 500, code: 'InternalError' }, unavailable],
  ['rejects the keys', { status: 403, code: 'InvalidAccessKeyId' }, unavailable],
  ['has no such bucket', { status: 404, code: 'NoSuchBucket' }, unavailable],
  ['is full', { status: 507, code: 'InsufficientStorage' }, full],
  ['has a used-up quota', { status: 403, code: 'QuotaExceeded' }, full],
])('a store that %s is an error in words for every call, and changes nothing', async (_, fault, expected) => {
  await using store = await aStore()
  const { storage, proxy } = store
  proxy.faultOf = () => fault
  await expect(storage.write('new', of('x'))).rejects.toMatchObject(expected)
  await expect(storage.write('new', of(large()))).rejects.toMatchObject(expected)
  await expect(textOf(storage.read('kept'))).rejects.toMatchObject(expected)
  await expect(storage.remove('kept')).rejects.toMatchObject(expected)
  await expect(storage.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(expected)
  await expect(storage.removeUnfinished(Date.now())).rejects.toMatchObject(expected)
  proxy.faultOf = when(/^(PUT|POST)/, fault)
  await expect(storage.replace('kept', of('x'))).rejects.toMatchObject(expected)
  await expect(storage.replace('kept', of(large()))).rejects.toMatchObject(expected)
  proxy.faultOf = () => undefined
  expect(await textOf(storage.read('kept'))).toBe('first')
  expect(server.contentsOf(proxy.config)).toEqual({ objects: ['files/kept'], uploads: 0 })
})

test('a store that is down, or accepts connections only, is an error until it is back', async () => {
  await using own = await startS3Server()
  const storage = await createS3Storage(own.createBucket(), impatient)
  await storage.write('kept', of('first'))
  await own.kill()
  await expect(storage.write('new', of('x'))).rejects.toMatchObject(unavailable)
  await expect(textOf(storage.read('kept'))).rejects.toMatchObject(unavailable)
  expect(await storage.isReachable()).toBe(false)
  await own.start()
  expect(await storage.isReachable()).toBe(true)
  expect(await textOf(storage.read('kept'))).toBe('first')
  own.suspend()
  await expect(storage.write('new', of('x'))).rejects.toMatchObject(unavailable)
  expect(await storage.isReachable()).toBe(false)
  own.resume()
  await expect.poll(() => storage.isReachable()).toBe(true)
  expect(await textOf(storage.read('kept'))).toBe('first')
})

test('the message for callers has no details; the cause for the log has them', async () => {
  const bucket = { ...server.createBucket(), secretAccessKey: 'another' }
  const storage = await createS3Storage(bucket, impatient)
  const error: unknown = await storage.write('key', of('x')).catch((error) => error)
  expect(error).toMatchObject({
    ...unavailable,
    cause: { message: 'The file store failed: SignatureDoesNotMatch, status 403, attempts 1' },
  })
})

test('repeats a request that the store rejected for the moment', async () => {
  await using store = await aStore()
  store.proxy.faultOf = when(/^PUT/, { status: 503, code: 'SlowDown' }, { times: 1 })
  await store.storage.write('key', of('bytes'))
  expect(await textOf(store.storage.read('key'))).toBe('bytes')
})

test.each([
  ['small', 'x'],
  ['large', large()],
])('a %s write whose response is lost is rejected, and the object removed', async (_, bytes) => {
  await using store = await aStore({ ...impatient, attempts: 1 })
  const isLast = /PutObject|^POST .*uploadId=/
  store.proxy.faultOf = when(isLast, 'lost')
  await expect(store.storage.write('key', of(bytes))).rejects.toMatchObject(unavailable)
  expect(store.proxy.requests.filter((request) => isLast.test(request))).toHaveLength(1)
  expect(server.contentsOf(store.proxy.config)).toEqual({ objects: ['files/kept'], uploads: 0 })
})

test('a write that is stored although every response was lost is rejected, not taken for an existing key', async () => {
  await using store = await aStore()
  store.proxy.faultOf = when(/PutObject/, 'lost', { times: 1 })
  await expect(store.storage.write('key', of('x'))).rejects.toMatchObject(unavailable)
  // The repeated request was refused, because the object exists. It has no row and is left to the sweep.
  expect(store.proxy.requests.filter((request) => request.includes('PutObject'))).toHaveLength(2)
})

test('a completed upload that answers with an error in its body is rejected', async () => {
  await using store = await aStore()
  store.proxy.faultOf = when(/^POST .*uploadId=/, { status: 200, code: 'InternalError' })
  await expect(store.storage.write('key', of(large()))).rejects.toMatchObject(unavailable)
  expect(server.contentsOf(store.proxy.config)).toEqual({ objects: ['files/kept'], uploads: 0 })
})

test('a response that is not that of a store is no confirmation', async () => {
  await using store = await aStore()
  store.proxy.faultOf = when(/^PUT/, { status: 200, code: 'Welcome' })
  await expect(store.storage.write('key', of('x'))).rejects.toMatchObject(unavailable)
  await expect(store.storage.write('key', of(large()))).rejects.toMatchObject(unavailable)
  await expect(store.storage.replace('kept', of('x'))).rejects.toMatchObject(unavailable)
})

test.each<Fault>(['cut', 'stall'])('a read whose response is %s fails after the bytes that arrived', async (fault) => {
  await using store = await aStore()
  const whole = large()
  await store.storage.write('large', of(whole))
  store.proxy.faultOf = when(/^GET/, fault)
  const received: Uint8Array[] = []
  const read = async () => {
    for await (const piece of store.storage.read('large')) received.push(piece)
  }
  await expect(read()).rejects.toMatchObject(unavailable)
  const begin = Buffer.concat(received)
  expect(begin.length).toBeLessThan(whole.length)
  expect(begin.equals(whole.subarray(0, begin.length))).toBe(true)
})

test('a reader that pauses for longer than the limit of the store gets all bytes', async () => {
  await using store = await aStore()
  const whole = large()
  await store.storage.write('large', of(whole))
  const pieces: Uint8Array[] = []
  for await (const piece of store.storage.read('large')) {
    // Other requests take several times the limit in the meantime.
    if (pieces.length === 0) {
      store.proxy.faultOf = () => 'hang'
      await expect(store.storage.remove('other')).rejects.toMatchObject(unavailable)
    }
    pieces.push(piece)
  }
  expect(Buffer.concat(pieces).equals(whole)).toBe(true)
})

test.each([
  ['small', 'newer'],
  ['large', large()],
])('an object removed through another node during its %s replacement stays removed', async (_, bytes) => {
  await using store = await aStore()
  const otherNode = await createS3Storage(store.proxy.config)
  async function* removing() {
    yield Buffer.from(bytes)
    await otherNode.remove('kept')
  }
  await store.storage.replace('kept', removing())
  expect(server.contentsOf(store.proxy.config)).toEqual({ objects: [], uploads: 0 })
})

test('a replacement whose object another node replaced meanwhile is rejected', async () => {
  await using store = await aStore()
  const otherNode = await createS3Storage(store.proxy.config)
  async function* late() {
    await otherNode.replace('kept', of('of the other'))
    yield Buffer.from('late')
  }
  await expect(store.storage.replace('kept', late())).rejects.toMatchObject(unavailable)
  expect(await textOf(store.storage.read('kept'))).toBe('of the other')
})

test('deletes the parts of uploads that began before the given time', async () => {
  await using store = await aStore()
  const { storage, proxy } = store
  const { endpoint, region, bucket: Bucket, ...credentials } = proxy.config
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  for (let at = 0; at < 7; at++)
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: `files/unfinished${at % 2}` }))
  await storage.removeUnfinished(Date.now() - DAY_MS)
  expect(server.contentsOf(proxy.config).uploads).toBe(7)
  await storage.removeUnfinished(Date.now() + DAY_MS)
  expect(server.contentsOf(proxy.config)).toEqual({ objects: ['files/kept'], uploads: 0 })
})

test('a store that cannot list unfinished uploads leaves them to a rule of the bucket', async () => {
  await using store = await aStore()
  store.proxy.faultOf = when(/uploads/, { status: 501, code: 'NotImplemented' })
  await expect(store.storage.removeUnfinished(Date.now())).resolves.toBeUndefined()
})

test('a killed store has every acknowledged object and nothing of the others', async () => {
  await using own = await startS3Server()
  const bucket = own.createBucket()
  const storage = await createS3Storage(bucket, impatient)
  const acknowledged: string[] = []
  const writes = Array.from({ length: 30 }, async (_, at) => {
    await storage.write(`key${at}`, of(Buffer.alloc(at % 10 === 9 ? 6 * MB : 300_000, at)))
    acknowledged.push(`key${at}`)
    if (acknowledged.length === 10) await own.kill()
  })
  await Promise.allSettled(writes)
  expect(acknowledged.length).toBeLessThan(30)
  await own.start()
  for (const key of acknowledged) {
    const at = Number(key.slice(3))
    const bytes = await bytesOf(storage.read(key))
    expect(bytes.equals(Buffer.alloc(at % 10 === 9 ? 6 * MB : 300_000, at))).toBe(true)
  }
  for await (const { key } of storage.list())
    expect([300_000, 6 * MB]).toContain((await bytesOf(storage.read(key))).length)
})
