import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Transaction } from '#shared/submission.ts'
import { aPhoto, orderFields } from './makers.ts'
import { orderForm, RestClient } from './rest-client.ts'
import { startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

const command = path.resolve(import.meta.dirname, '../../dist/server/backup.js')
const backUp = (dataDir: string, into: string) =>
  execFileSync(process.execPath, [command, into], { env: { DATA_DIR: dataDir }, encoding: 'utf8', stdio: 'pipe' })

test('a backup of the running site, put into an empty DATA_DIR with the keys, starts and reads the order', async () => {
  using data = tempFolder()
  using kept = tempFolder()
  using restored = tempFolder()
  const photo = aPhoto()
  let server = await startServerProcess(data.path)
  const customer = new RestClient(() => server.url)
  await customer.signUp('seller@mail.example')
  const form = orderForm(orderFields(), [{ name: 'front.png', bytes: photo }])
  const { submissionId } = await customer.call<{ submissionId: string }>('POST', '/api/submit', form)
  expect(backUp(data.path, kept.path)).toContain('2 accounts, 2 submissions, 1 files, read back and whole.')
  await server.end('SIGTERM')

  const [name = ''] = readdirSync(kept.path)
  cpSync(path.join(kept.path, name), restored.path, { recursive: true })
  copyFileSync(path.join(data.path, 'data-keys'), path.join(restored.path, 'data-keys'))
  server = await startServerProcess(restored.path)
  // The session is in the backup as well.
  const [order] = await customer.call<Transaction[]>('GET', '/api/user/transactions')
  expect(order).toMatchObject({ id: submissionId, payoutAmount: 92 })
  expect((await customer.bytesOf(`/api/files/${order?.uploadedFiles[0]?.id}?download=1`)).equals(photo)).toBe(true)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('where there is no database there is nothing to back up, and nothing is made', () => {
  using data = tempFolder()
  using kept = tempFolder()
  expect(() => backUp(data.path, kept.path)).toThrow(/There is no database/)
  expect([...readdirSync(data.path), ...readdirSync(kept.path)]).toEqual([])
})
