import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { S3Config } from '../../platform/config/engines.ts'

/** An S3 server of `s3-server.ts` and the folder in which it keeps its buckets. */
export type S3Location = Omit<S3Config, 'bucket'> & { folder: string }

/** Creates an empty bucket. @throws when there is one of this name */
export function createBucketIn({ folder, ...server }: S3Location, bucket: string): S3Config {
  mkdirSync(path.join(folder, bucket))
  return { ...server, bucket }
}
