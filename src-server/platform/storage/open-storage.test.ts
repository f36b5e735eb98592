import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startS3Server } from '../../testing/test-support/s3-server.ts'
import { of } from '../../testing/test-support/storage-bytes.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { openStorage } from './open-storage.ts'

test('a cluster stores files in its bucket and needs no folder', async () => {
  using folder = tempFolder()
  await using server = await startS3Server()
  const s3 = server.createBucket()
  const cluster = { databaseUrl: 'postgres://localhost/exchange', redisUrl: 'redis://localhost', s3 }
  await (await openStorage({ cluster, dataDir: folder.path })).write('key', of('x'))
  expect(server.contentsOf(s3).objects).toEqual(['files/key'])
  expect(existsSync(path.join(folder.path, 'files'))).toBe(false)
})

test('a site on one machine stores files in its data folder', async () => {
  using folder = tempFolder()
  await (await openStorage({ cluster: undefined, dataDir: folder.path })).write('key', of('x'))
  expect(existsSync(path.join(folder.path, 'files/key'))).toBe(true)
})
