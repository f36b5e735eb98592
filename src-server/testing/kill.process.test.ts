import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Transaction } from '#shared/submission.ts'
import { aPhoto, orderFields } from './makers.ts'
import { orderForm, RestClient } from './rest-client.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

const KILLS = 20
const CLIENTS = 4
/** The kill falls when this many orders of a life of the server are acknowledged and others are under way. */
const ACKNOWLEDGED_PER_LIFE = 8

type Attempt = { key: string; photos: Buffer[]; submissionId?: string }

test(`${KILLS} kills in the middle of submits lose, alter and double no acknowledged order and no file`, async () => {
  using folder = tempFolder()
  let server = await startServerProcess(folder.path)
  const clients = Array.from({ length: CLIENTS }, () => new RestClient(() => server.url))
  for (const [at, client] of clients.entries()) await client.signUp(`seller${at}@mail.example`)
  const attempts = clients.map((): Attempt[] => [])

  for (let life = 0; life < KILLS; life++) {
    await submitUntilKilled(server, clients, attempts)
    server = await startServerProcess(folder.path)
  }

  for (const [at, client] of clients.entries()) {
    const mine = attempts[at] ?? []
    // What was cut off is sent again with its key, as the page does.
    for (const attempt of mine) attempt.submissionId ??= await submit(client, attempt)
    const orders = await client.call<Transaction[]>('GET', '/api/user/transactions')
    expect(orders.map(({ id }) => id).sort()).toEqual(mine.map(({ submissionId }) => submissionId).sort())
    for (const { submissionId, photos } of mine) {
      const order = orders.find(({ id }) => id === submissionId)
      expect(order?.uploadedFiles).toHaveLength(photos.length)
      for (const [index, { id }] of (order?.uploadedFiles ?? []).entries())
        expect(hash(await client.bytesOf(`/api/files/${id}?download=1`))).toBe(hash(photos[index] ?? Buffer.alloc(0)))
    }
  }
  expect(attempts.flat().length).toBeGreaterThanOrEqual(KILLS * ACKNOWLEDGED_PER_LIFE)
  expect(await server.end('SIGTERM')).toBe(0)
})

async function submitUntilKilled(server: ServerProcess, clients: RestClient[], attempts: Attempt[][]): Promise<void> {
  let acknowledged = 0
  let isKilled = false
  const sell = async (client: RestClient, mine: Attempt[]) => {
    while (!isKilled) {
      const attempt: Attempt = { key: crypto.randomUUID(), photos: [aPhoto(), aPhoto()] }
      mine.push(attempt)
      try {
        attempt.submissionId = await submit(client, attempt)
      } catch (error) {
        if (!isKilled) throw error
        return
      }
      if (++acknowledged === ACKNOWLEDGED_PER_LIFE) {
        isKilled = true
        server.child.kill('SIGKILL')
      }
    }
  }
  await Promise.all(clients.map((client, at) => sell(client, attempts[at] ?? [])))
  await server.end('SIGKILL')
}

async function submit(client: RestClient, { key, photos }: Attempt): Promise<string> {
  const files = photos.map((bytes, at) => ({ name: `photo-${at}.png`, bytes }))
  const headers = { 'idempotency-key': key }
  const form = orderForm(orderFields(), files)
  return (await client.call<{ submissionId: string }>('POST', '/api/submit', form, headers)).submissionId
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
