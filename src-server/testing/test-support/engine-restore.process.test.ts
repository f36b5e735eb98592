import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './command-run.ts'
import { RestClient } from './rest-client.ts'
import { startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

test('restore --finish purges again what was purged since, and ends all sessions', async () => {
  using folder = tempFolder()
  const [data, earlier] = ['data', 'earlier'].map((name) => path.join(folder.path, name)) as [string, string]
  let server = await startServerProcess(data)
  const people = ['leaving', 'staying'].map(() => new RestClient(() => server.url))
  const [leaving, staying] = people as [RestClient, RestClient]
  await leaving.signUp('leaving@mail.example')
  await staying.signUp('staying@mail.example')
  await server.end('SIGTERM')
  // Stands for the backups of the engines: the state of a point in time.
  cpSync(data, earlier, { recursive: true })
  server = await startServerProcess(data)
  await leaving.call('POST', '/trpc/account.deleteAccount', { password: 'a-customer-password' })
  const log = path.join(data, 'backups/since-backup.jsonl')
  await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 60_000 }).toContain('"log":"purge"')
  await server.end('SIGTERM')
  const { code, output } = await runCommand('restore', earlier, ['--finish', log])
  expect([code, output]).toEqual([0, expect.stringContaining(`Purged again: 1 of ${path.dirname(log)}`)])

  server = await startServerProcess(earlier)
  expect((await staying.send('GET', '/api/user/transactions')).status).toBe(401)
  const password = 'a-customer-password'
  const signIn = (email: string) => staying.send('POST', '/api/auth/sign-in', { email, password })
  expect((await signIn('staying@mail.example')).status).toBe(200)
  expect((await signIn('leaving@mail.example')).status).toBe(401)
  await server.end('SIGKILL')
})

test('restore --finish rejects a backup beside it, a missing log, a missing database and a running server', async () => {
  using folder = tempFolder()
  const finish = async (args: string[], dataDir = folder.path) => {
    const { code, output } = await runCommand('restore', dataDir, args)
    return [code, output]
  }
  const server = await startServerProcess(folder.path)
  const log = path.join(folder.path, 'no.jsonl')
  expect(await finish(['--finish', log])).toEqual([78, expect.stringContaining('Another server runs')])
  await server.end('SIGKILL')
  expect(await finish(['--finish', log])).toEqual([66, expect.stringContaining('There is no since-backup.jsonl')])
  expect(await finish(['--finish', log, 'a.gcebackup'])).toEqual([64, expect.stringContaining('Usage')])
  expect(await finish(['--finish', log, '--verify'])).toEqual([64, expect.stringContaining('Usage')])
  const empty = path.join(folder.path, 'empty')
  expect(await finish(['--finish', log], empty)).toEqual([66, expect.stringContaining('There is no database')])
})
