import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

type Round = { perSecond: number; refused: number }
type Load = { rounds: number; connections: number }
type LoadModule = {
  measure(subjects: Record<string, object>, load: Load): Promise<Record<string, Round[]>>
  refusedIn(rounds: readonly Pick<Round, 'refused'>[]): string
}
const load: LoadModule = await import(new URL('../../../scripts/bench/load.mjs', import.meta.url).href)

/** Refuses as many requests as `refusals` of each ten. */
async function measureWith(refusals: number) {
  let requests = 0
  const server = createServer((_request, response) => response.writeHead(requests++ % 10 < refusals ? 503 : 200).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const times: number[] = []
  try {
    const subject = { server: { url, pid: process.pid }, path: '/', amount: 20, times }
    const { subject: rounds = [] } = await load.measure({ subject }, { rounds: 1, connections: 1 })
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
