import { afterAll, expect, test } from 'vitest'
import { aFaultyStorage, type Fault, faultWhen, impatient, patient } from '../../testing/test-support/faulty-store.ts'
import { startS3Server } from '../../testing/test-support/s3-server.ts'
import { of, textOf } from '../../testing/test-support/storage-bytes.ts'
import type { S3Limits } from './s3-client.ts'
import { createS3Storage } from './s3-storage.ts'

const MB = 1024 * 1024
const large = () => Buffer.alloc(6 * MB, 'large ')
const unavailable = {
  code: 'unavailable',
  message: "We can't reach our file storage right now. Please try again in a moment.",
  detail: { retryAfterSeconds: expect.any(Number) },
}
const full = { code: 'storage_full' }

const server = await startS3Server()
afterAll(() => server[Symbol.asyncDispose]())

/** A storage behind a proxy, with an object 'kept'. */
const aStore = (limits?: S3Limits) => aFaultyStorage(server.createBucket(), limits)

test('reads at most one part of a source ahead of a store that takes nothing, and then releases the source', async () => {
  await using store = await aStore(impatient)
  store.proxy.faultOf = faultWhen(/^(PUT|POST)/, 'hang')
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
  ['is overloaded', { status: 503, code: 'SlowDown' }, unavailable],
  ['has an internal error', { status: 500, code: 'InternalError' }, unavailable],
  ['rejects the keys', { status: 403, code: 'InvalidAccessKeyId' }, unavailable],
  ['has no such bucket', { status: 404, code: 'NoSuchBucket' }, unavailable],
  ['is full', { status: 507, code: 'InsufficientStorage' }, full],
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
  expect(await storage.isReachable()).toBe(false)
  proxy.faultOf = faultWhen(/^(PUT|POST)/, fault)
  await expect(storage.replace('kept', of('x'))).rejects.toMatchObject(expected)
  await expect(storage.replace('kept', of(large()))).rejects.toMatchObject(expected)
  proxy.faultOf = () => undefined
  expect(await textOf(storage.read('kept'))).toBe('first')
  expect(server.contentsOf(proxy.config)).toEqual({ objects: ['files/kept'], uploads: 0 })
})

test('a store that does not respond is an error in words within the limits', async () => {
  await using store = await aStore(impatient)
  const { storage, proxy } = store
  proxy.faultOf = () => 'hang'
  await expect(storage.write('new', of('x'))).rejects.toMatchObject(unavailable)
  await expect(textOf(storage.read('kept'))).rejects.toMatchObject(unavailable)
  await expect(storage.remove('kept')).rejects.toMatchObject(unavailable)
  await expect(storage.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable)
  expect(await storage.isReachable()).toBe(false)
  proxy.faultOf = faultWhen(/^(PUT|POST)/, 'hang')
  await expect(storage.write('new', of(large()))).rejects.toMatchObject(unavailable)
  await expect(storage.replace('kept', of('x'))).rejects.toMatchObject(unavailable)
  proxy.faultOf = () => undefined
  expect(await textOf(storage.read('kept'))).toBe('first')
  expect(server.contentsOf(proxy.config)).toEqual({ objects: ['files/kept'], uploads: 0 })
})

test('a used-up quota is full storage for writes, and no obstacle to reads', async () => {
  await using store = await aStore()
  store.proxy.faultOf = faultWhen(/^(PUT|POST)/, { status: 403, code: 'QuotaExceeded' })
  await expect(store.storage.write('new', of('x'))).rejects.toMatchObject(full)
  await expect(store.storage.write('new', of(large()))).rejects.toMatchObject(full)
  expect(await textOf(store.storage.read('kept'))).toBe('first')
})

test('a store that is down is an error until it is back', async () => {
  await using own = await startS3Server()
  const storage = await createS3Storage(own.createBucket(), patient)
  await storage.write('kept', of('first'))
  await own.kill()
  await expect(storage.write('new', of('x'))).rejects.toMatchObject(unavailable)
  await expect(textOf(storage.read('kept'))).rejects.toMatchObject(unavailable)
  expect(await storage.isReachable()).toBe(false)
  await own.start()
  expect(await storage.isReachable()).toBe(true)
  expect(await textOf(storage.read('kept'))).toBe('first')
})

test('the message for callers has no details; the cause for the log has them', async () => {
  const bucket = { ...server.createBucket(), secretAccessKey: 'another' }
  const storage = await createS3Storage(bucket, patient)
  const error: unknown = await storage.write('key', of('x')).catch((error) => error)
  expect(error).toMatchObject({
    ...unavailable,
    cause: { message: 'The file store failed: SignatureDoesNotMatch, status 403, attempts 1' },
  })
})

test('repeats a request that the store rejected for the moment', async () => {
  await using store = await aStore()
  store.proxy.faultOf = faultWhen(/^PUT/, { status: 503, code: 'SlowDown' }, 1)
  await store.storage.write('key', of('bytes'))
  expect(await textOf(store.storage.read('key'))).toBe('bytes')
})

test.each([
  ['small', 'x'],
  ['large', large()],
])('a %s write whose response is lost is rejected, and the object removed', async (_, bytes) => {
  await using store = await aStore({ ...patient, attempts: 1 })
  const isLast = /PutObject|^POST .*uploadId=/
  store.proxy.faultOf = faultWhen(isLast, 'lost')
  await expect(store.storage.write('key', of(bytes))).rejects.toMatchObject(unavailable)
  expect(store.proxy.requests.filter((request) => isLast.test(request))).toHaveLength(1)
  expect(server.contentsOf(store.proxy.config)).toEqual({ objects: ['files/kept'], uploads: 0 })
})

test('a write that is stored although every response was lost is rejected, not taken for an existing key', async () => {
  await using store = await aStore()
  store.proxy.faultOf = faultWhen(/PutObject/, 'lost', 1)
  await expect(store.storage.write('key', of('x'))).rejects.toMatchObject(unavailable)
  // The repeated request was refused, because the object exists. It has no row and is left to the sweep.
  expect(store.proxy.requests.filter((request) => request.includes('PutObject'))).toHaveLength(2)
})

test('a completed upload that answers with an error in its body is rejected', async () => {
  await using store = await aStore()
  store.proxy.faultOf = faultWhen(/^POST .*uploadId=/, { status: 200, code: 'InternalError' })
  await expect(store.storage.write('key', of(large()))).rejects.toMatchObject(unavailable)
  expect(server.contentsOf(store.proxy.config)).toEqual({ objects: ['files/kept'], uploads: 0 })
})

test('a response that is not that of a store is no confirmation', async () => {
  await using store = await aStore()
  store.proxy.faultOf = faultWhen(/^PUT/, { status: 200, code: 'Welcome' })
  await expect(store.storage.write('key', of('x'))).rejects.toMatchObject(unavailable)
  await expect(store.storage.write('key', of(large()))).rejects.toMatchObject(unavailable)
  await expect(store.storage.replace('kept', of('x'))).rejects.toMatchObject(unavailable)
})

test.each<Fault>(['cut', 'stall'])('a read whose response is %s fails after the bytes that arrived', async (fault) => {
  await using store = await aStore(impatient)
  const whole = large()
  await (await createS3Storage(store.proxy.config, patient)).write('large', of(whole))
  store.proxy.faultOf = faultWhen(/^GET/, fault)
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
  await using store = await aStore(impatient)
  const whole = large()
  await (await createS3Storage(store.proxy.config, patient)).write('large', of(whole))
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
