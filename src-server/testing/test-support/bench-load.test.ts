import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

type Round = { perSecond: number; refused: number }
type Load = { rounds: number; seconds?: number; connections: number }
type LoadModule = {
  measure(subjects: Record<string, object>, load: Load, isSmall?: boolean): Promise<Record<string, Round[]>>
  refusedIn(rounds: readonly Pick<Round, 'refused'>[]): string
}
const load: LoadModule = await import(new URL('../../../scripts/bench/load.mjs', import.meta.url).href)

type Sent = { load: Load; amount?: number; isSmall?: boolean }
const TWENTY: Sent = { load: { rounds: 1, connections: 1 }, amount: 20 }

/** Refuses as many requests as `refusals` of each ten. */
async function measureWith(refusals: number, { load: given, amount, isSmall } = TWENTY) {
  let requests = 0
  const server = createServer((_request, response) => response.writeHead(requests++ % 10 < refusals ? 503 : 200).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const times: number[] = []
  try {
    const subject = { server: { url, pid: process.pid }, path: '/', times, ...(amount && { amount }) }
    const { subject: rounds = [] } = await load.measure({ subject }, given, isSmall)
    return { rounds, times }
  } finally {
    server.close()
  }
}

test('refused requests are counted beside the figure, which is of the answered ones', async () => {
  const { rounds, times } = await measureWith(3)
  expect(rounds).toMatchObject([{ refused: 6 }])
  expect(rounds[0]?.perSecond).toBeGreaterThan(0)
  expect(times).toHaveLength(14)
  expect(load.refusedIn([...rounds, { refused: 1 }])).toBe(', 7 refused')
  expect(load.refusedIn([{ refused: 0 }])).toBe('')
})

test('a benchmark whose requests are all refused has no figure', async () => {
  await expect(measureWith(10)).rejects.toThrow('20 refusals, 0 errors, no answer')
})

test('the smallest size ends with an answer for each connection, not after a time', async () => {
  const { rounds, times } = await measureWith(0, { load: { rounds: 5, seconds: 3, connections: 4 }, isSmall: true })
  expect(rounds).toHaveLength(1)
  expect(times).toHaveLength(4)
})
