import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { S3Config } from '../../platform/config/engines.ts'
import { type ProgramOnPort, startProgramOnPort } from './program-on-port.ts'
import { createBucketIn, type S3Location } from './s3-bucket.ts'

const program = path.join(import.meta.dirname, 's3-server-program.mjs')

/** A server that can be killed; its objects remain. */
export type S3Server = Omit<ProgramOnPort, 'folder' | 'port'> & {
  location: S3Location
  /** A new empty bucket. */
  createBucket(): S3Config
  /** The keys of the objects in a bucket, and of its unfinished multipart uploads. */
  contentsOf(bucket: S3Config): { objects: string[]; uploads: number }
}

type Options = {
  /** The most keys in one response to a listing. */
  maxKeys?: number
  /** What the server does with conditions on writes. */
  conditions?: 'evaluated' | 'ignored' | 'rejected' | 'misread'
}

/** Starts an S3 server on a free port. It ends with the test process, however that ends. */
export async function startS3Server({ maxKeys = 1000, conditions = 'evaluated' }: Options = {}): Promise<S3Server> {
  const [accessKeyId, secretAccessKey] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')]
  const { folder, port, ...server } = await startProgramOnPort(program, {
    args: [accessKeyId, secretAccessKey],
    env: { S3_MAX_KEYS: String(maxKeys), S3_CONDITIONS: conditions },
  })
  let buckets = 0
  const location = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId,
    secretAccessKey,
    pathStyle: true,
    folder,
  }
  return {
    ...server,
    location,
    createBucket: () => createBucketIn(location, `bucket-${++buckets}`),
    contentsOf({ bucket }) {
      const names = readdirSync(path.join(folder, bucket))
      const objects = names.filter((name) => name.startsWith('object-'))
      return {
        objects: objects.map((name) => decodeURIComponent(name.slice('object-'.length))).sort(),
        uploads: names.length - objects.length,
      }
    },
  }
}
