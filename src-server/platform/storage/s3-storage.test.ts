import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, expect, test } from 'vitest'
import { aFaultyStorage, faultWhen, patient } from '../../testing/test-support/faulty-store.ts'
import { startS3Server } from '../../testing/test-support/s3-server.ts'
import { bytesOf, of, textOf } from '../../testing/test-support/storage-bytes.ts'
import { DAY_MS } from '../clock.ts'
import { createS3Storage } from './s3-storage.ts'

const MB = 1024 * 1024
const large = () => Buffer.alloc(6 * MB, 'large ')

const server = await startS3Server({ maxKeys: 3 })
afterAll(() => server[Symbol.asyncDispose]())

/** A storage behind a proxy, with an object 'kept'. */
const aStore = () => aFaultyStorage(server.createBucket())

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
    `HEAD ${path('small')}`,
    `PUT ${path('small')}?x-id=PutObject`,
    `HEAD ${path('large')}`,
    `POST ${path('large')}?uploads=`,
    `PUT ${path('large')}?partNumber=1&uploadId&x-id=UploadPart`,
    `PUT ${path('large')}?partNumber=2&uploadId&x-id=UploadPart`,
    `POST ${path('large')}?uploadId`,
  ])
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

test('a replacement whose object another node has replaced is rejected', async () => {
  await using store = await aStore()
  const otherNode = await createS3Storage(store.proxy.config)
  async function* late() {
    await otherNode.replace('kept', of('of the other'))
    yield Buffer.from('late')
  }
  await expect(store.storage.replace('kept', late())).rejects.toMatchObject({ code: 'unavailable' })
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
  store.proxy.faultOf = faultWhen(/uploads/, { status: 501, code: 'NotImplemented' })
  await expect(store.storage.removeUnfinished(Date.now())).resolves.toBeUndefined()
})

test('a killed store has every acknowledged object and nothing of the others', async () => {
  await using own = await startS3Server()
  const bucket = own.createBucket()
  const storage = await createS3Storage(bucket, patient)
  const acknowledged: string[] = []
  const writes = Array.from({ length: 30 }, async (_, at) => {
    await storage.write(`key${at}`, of(Buffer.alloc(at % 10 === 9 ? 6 * MB : 300_000, at)))
    acknowledged.push(`key${at}`)
    if (acknowledged.length === 10) await own.kill()
  })
  await Promise.allSettled(writes)
  expect(acknowledged.length).toBeGreaterThanOrEqual(10)
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
