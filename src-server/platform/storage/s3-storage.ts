import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { S3Config } from '../config/engines.ts'
import { writeNewFile } from './disk-storage.ts'
import type { FileStorage } from './file-storage.ts'
import {
  codeOf,
  defaultS3Limits,
  isRefusedByCondition,
  NOT_IMPLEMENTED,
  newS3Client,
  type S3Limits,
  statusOf,
  storeFailure,
  wasRepeated,
} from './s3-client.ts'

const PREFIX = 'files/'
/** The smallest part that S3 allows. Larger objects are sent in parts, one at a time to bound memory. */
const PART_BYTES = 5 * 1024 * 1024
/** Stores objects in a bucket, below `files/`. Loads the SDK, which a site on one machine does not need. */
export async function createS3Storage(s3: S3Config, limits: S3Limits = defaultS3Limits) {
  const sdk = await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const client = newS3Client(sdk, s3, limits)
  const Bucket = s3.bucket
  const isKey = (key: string) => /^[\w-]+$/.test(key)
  const objectOf = (key: string) => {
    if (!isKey(key)) throw new Error('Not a storage key.')
    return { Bucket, Key: PREFIX + key }
  }
  type Target = ReturnType<typeof objectOf>

  async function find(target: Target) {
    try {
      return (await client.send(new sdk.HeadObjectCommand(target))).ETag
    } catch (error) {
      if (statusOf(error) === 404) return undefined
      throw storeFailure(error)
    }
  }

  /** The object appears at once when all of it is stored. Parts of a failed upload are deleted. */
  async function send(target: Target, chunks: AsyncIterable<Uint8Array>, condition: Condition) {
    const source = observe(chunks)
    try {
      const { ETag } = await new Upload({
        client,
        params: { ...target, ...condition, Body: Readable.from(source.chunks, { objectMode: false }) },
        partSize: PART_BYTES,
        queueSize: 1,
      }).done()
      if (ETag === undefined) throw new Error('The response is not that of an S3 store.')
    } catch (error) {
      if (source.failure) throw source.failure.error
      throw new SendError(error)
    }
  }

  /** Objects of a write without a known result have no row and are otherwise swept. */
  async function removeIfPossible(target: Target) {
    const abortSignal = AbortSignal.timeout(limits.quickMs)
    await client.send(new sdk.DeleteObjectCommand(target), { abortSignal }).catch(() => undefined)
  }

  let conditions: Promise<boolean> | undefined
  /** Whether the store evaluates If-Match on writes: some ignore it, some reject it, some refuse true conditions. */
  function evaluatesConditions() {
    conditions ??= probeConditions().catch((error: unknown) => {
      conditions = undefined
      throw storeFailure(error)
    })
    return conditions
  }

  async function probeConditions() {
    const target = objectOf(`probe-${randomUUID()}`)
    const put = (condition: Condition) =>
      client.send(new sdk.PutObjectCommand({ ...target, ...condition, Body: new Uint8Array() }))
    const accepts = async (IfMatch: string) => {
      try {
        await put({ IfMatch })
        return true
      } catch (error) {
        if (isRefusedByCondition(error) || statusOf(error) === NOT_IMPLEMENTED) return false
        throw error
      }
    }
    try {
      const { ETag = '' } = await put({})
      return (await accepts(ETag)) && !(await accepts('"another"'))
    } finally {
      await removeIfPossible(target)
    }
  }

  const storage: FileStorage = {
    async write(key, chunks) {
      const target = objectOf(key)
      const isConditional = await evaluatesConditions()
      // Keys are random, so that only a mistake repeats one. Not every store evaluates the condition for parts.
      if ((await find(target)) !== undefined) throw exists()
      try {
        await send(target, chunks, isConditional ? { IfNoneMatch: '*' } : {})
      } catch (error) {
        if (!(error instanceof SendError)) throw error
        const { cause } = error
        if (!isRefusedByCondition(cause)) await removeIfPossible(target)
        else if (!wasRepeated(cause)) throw exists()
        throw storeFailure(cause)
      }
    },
    async replace(key, chunks) {
      const target = objectOf(key)
      const isConditional = await evaluatesConditions()
      const before = await find(target)
      if (before === undefined) throw missing()
      try {
        await send(target, chunks, isConditional ? { IfMatch: before } : {})
      } catch (error) {
        if (!(error instanceof SendError)) throw error
        // Another caller removed the object, so it stays removed.
        if (isRefusedByCondition(error.cause) && (await find(target)) === undefined) return
        throw storeFailure(error.cause)
      }
    },
    async *read(key, max) {
      const request = { ...objectOf(key), ...(max !== undefined && { Range: `bytes=0-${max - 1}` }) }
      let body: Readable
      try {
        body = (await client.send(new sdk.GetObjectCommand(request))).Body as Readable
      } catch (error) {
        if (codeOf(error) === 'NoSuchKey') throw missing()
        // An empty object has no first byte.
        if (codeOf(error) === 'InvalidRange') return
        throw storeFailure(error)
      }
      yield* received(body, limits.responseMs)
    },
    copyOut: (key, file) => writeNewFile(file, storage.read(key)),
    async remove(key) {
      await client.send(new sdk.DeleteObjectCommand(objectOf(key))).catch((error: unknown) => {
        throw storeFailure(error)
      })
    },
    async *list() {
      try {
        for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: PREFIX }))
          for (const { Key = '', LastModified } of page.Contents ?? []) {
            const key = Key.slice(PREFIX.length)
            if (isKey(key) && LastModified) yield { key, writtenAt: LastModified.getTime() }
          }
      } catch (error) {
        throw storeFailure(error)
      }
    },
    async removeUnfinished(before) {
      try {
        await abortUploads(before)
      } catch (error) {
        // A rule of the bucket deletes them then; see docs/operations.md.
        if (statusOf(error) !== NOT_IMPLEMENTED) throw storeFailure(error)
      }
    },
    async isReachable() {
      const abortSignal = AbortSignal.timeout(limits.quickMs)
      return client.send(new sdk.HeadBucketCommand({ Bucket }), { abortSignal }).then(
        () => true,
        () => false,
      )
    },
  }
  return storage

  async function abortUploads(before: number) {
    let markers = {}
    for (;;) {
      const page = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: PREFIX, ...markers }))
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Initiated || Initiated.getTime() >= before) continue
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
          if (codeOf(error) !== 'NoSuchUpload') throw error
        })
      }
      if (!page.IsTruncated) return
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    }
  }
}

type Condition = { IfNoneMatch?: string; IfMatch?: string }

/** The store, not the source of the bytes, failed. */
class SendError extends Error {
  constructor(cause: unknown) {
    super('The object was not stored.', { cause })
  }
}

const missing = () => Object.assign(new Error('No such object.'), { code: 'ENOENT' })
const exists = () => Object.assign(new Error('That key exists.'), { code: 'EEXIST' })

/** Passes chunks on and keeps the error of their source. The SDK throws errors of its own into `chunks`. */
function observe(chunks: AsyncIterable<Uint8Array>) {
  const observed: { chunks: AsyncIterable<Uint8Array>; failure?: { error: unknown } } = { chunks: passedOn() }
  async function* passedOn() {
    const source = chunks[Symbol.asyncIterator]()
    try {
      for (;;) {
        const { done, value } = await source.next().catch((error: unknown) => {
          observed.failure = { error }
          throw error
        })
        if (done) return
        yield value
      }
    } finally {
      await source.return?.()
    }
  }
  return observed
}

/** Yields a response body. @throws AppError 'unavailable' when it is cut off or no byte arrives within the limit */
async function* received(body: Readable, limitMs: number): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(new Error(`No byte of the body for ${limitMs} ms.`)), limitMs)
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } catch (error) {
    throw storeFailure(error)
  } finally {
    body.destroy()
  }
}
