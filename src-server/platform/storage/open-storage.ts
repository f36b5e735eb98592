import path from 'node:path'
import type { Config } from '../config/config.ts'
import type { Durability } from '../db/durability.ts'
import { createDiskStorage } from './disk-storage.ts'
import type { FileStorage } from './file-storage.ts'
import { createS3Storage } from './s3-storage.ts'

export async function openStorage(
  { cluster, dataDir }: Pick<Config, 'cluster' | 'dataDir'>,
  durability?: Durability,
): Promise<FileStorage> {
  return cluster ? createS3Storage(cluster.s3) : createDiskStorage(path.join(dataDir, 'files'), durability)
}
