import { expect, test } from 'vitest'
import { RestClient } from './rest-client.ts'
import { startServerProcess } from './server-process.ts'
import { openSocket } from './socket-page.ts'
import { tempFolder } from './temp-folder.ts'

/** Longer than the 10 seconds that a shutdown may take, which must not begin before. */
const DRAIN_SECONDS = '11'

test('after SIGTERM a node is not ready, serves everything else for DRAIN_SECONDS, then exits with 0', async () => {
  using folder = tempFolder()
  const server = await startServerProcess(folder.path, { DRAIN_SECONDS })
  const client = new RestClient(() => server.url)
  const statusOf = async (path: string) => (await client.send('GET', path)).status
  await client.signUp('seller@mail.example')
  const page = await openSocket(`${server.url.replace('http', 'ws')}/trpc`, `gce=${client.token}`)
  expect(await statusOf('/api/ready')).toBe(200)

  const ended = server.end('SIGTERM')
  await expect.poll(() => statusOf('/api/ready')).toBe(503)
  expect(await statusOf('/api/health')).toBe(200)
  // New connections and sessions, as from visitors whose proxy has not noticed yet.
  await new RestClient(() => server.url).signUp('late@mail.example')
  expect(await statusOf('/api/user/transactions')).toBe(200)
  expect(page.socket.readyState).toBe(page.socket.OPEN)

  expect(await ended).toBe(0)
  await page.closed
  await expect(client.send('GET', '/api/health')).rejects.toThrow()
})

test('SIGINT ends draining at once', async () => {
  using folder = tempFolder()
  const server = await startServerProcess(folder.path, { DRAIN_SECONDS: '600' })
  const ended = server.end('SIGTERM')
  await expect.poll(async () => (await fetch(`${server.url}/api/ready`)).status).toBe(503)
  server.child.kill('SIGINT')
  expect(await ended).toBe(0)
})
