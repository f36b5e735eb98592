import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { sendMessage } from '../../chat/send-message.ts'
import { asServer } from '../../platform/db/database.ts'
import { type ServerProcess, startServerProcess } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { overFolder, type SeededPerson, seedPeople } from './seeded-accounts.ts'
import { atScale, recordMetric } from './system-test.ts'

/** Sockets of each kind at once. */
const SOCKETS = atScale(2, 20)
const ROUNDS = atScale(1, 3)
/** Each person has fewer than ten sockets. */
const READERS = Math.ceil(SOCKETS / 8)
const MAX_MIB = 50
const MESSAGE_LENGTH = 1_900
/** How long a paused reader does not read: even a busy server exceeds its send buffer by then. */
const READS_AGAIN_MS = atScale(2_500, 12_000)
/** How often memory is read after a garbage collection, in seconds, until it stops falling. */
const RESTED_SECONDS = atScale(1, 5)
const COLLECTS_GARBAGE = `data:text/javascript,process.on('SIGUSR2',()=>{gc();gc()})`

type Reader = SeededPerson & { chatId: string }
type Attack = { name: string; codes: number[]; isReader?: true; run(socket: WebSocket, chatId: string): void }

const call = (id: number) => ({ id, method: 'query', params: { path: 'account.session' } })
const attacks: Attack[] = [
  {
    name: 'fragments without an end',
    codes: [1008],
    run: (socket) => repeat(2_000, () => socket.send('', { fin: false })),
  },
  {
    name: 'one byte in each fragment',
    codes: [1008],
    run: (socket) => repeat(2_000, () => socket.send('[', { fin: false })),
  },
  { name: 'frames of 70 KB', codes: [1009], run: (socket) => repeat(20, () => socket.send('x'.repeat(70_000))) },
  {
    name: 'a message of many frames, 1 MB in all',
    codes: [1009],
    run: (socket) => repeat(30, () => socket.send('x'.repeat(35_000), { fin: false })),
  },
  {
    name: 'a thousand calls in a frame',
    codes: [1008],
    run: (socket) =>
      socket.send(JSON.stringify(Array.from({ length: 1_000 }, (_, at) => ({ id: at, method: 'query' })))),
  },
  {
    name: 'a thousand calls in a hundred frames',
    codes: [1008],
    run: (socket) => repeat(100, () => socket.send(JSON.stringify(Array.from({ length: 10 }, (_, at) => call(at))))),
  },
  { name: 'pings without an end', codes: [1008], run: (socket) => repeat(5_000, () => socket.send('PING')) },
  { name: 'frames that are no JSON', codes: [1008], run: (socket) => repeat(5_000, () => socket.send('{')) },
  {
    name: 'brackets in brackets',
    codes: [1008],
    run: (socket) => repeat(1_200, () => socket.send('['.repeat(4_000) + ']'.repeat(4_000))),
  },
  {
    name: 'asking for much and reading nothing',
    // A paused reader does not receive the close code.
    codes: [1006, 1013],
    isReader: true,
    run(socket, chatId) {
      socket.pause()
      const params = { path: 'chat.watch', input: { sessionId: chatId, lastEventId: 0 } }
      repeat(90, (id) => socket.send(JSON.stringify({ id, method: 'subscription', params })))
    },
  },
]

test('closes hostile sockets, limits their memory and still responds to others', async () => {
  using folder = tempFolder()
  const { people, readers } = await overFolder(folder.path, async (ctx) => {
    const seeded = await seedPeople(ctx, 'customer', READERS)
    const readers: Reader[] = []
    for (const person of seeded) readers.push({ ...person, chatId: await longChat(asServer(ctx), person) })
    return { people: await seedPeople(ctx, 'customer', SOCKETS * attacks.length), readers }
  })
  const attackerOf = (kind: number, at: number) =>
    (attacks[kind]?.isReader ? readers[at % READERS] : people[kind * SOCKETS + at]) as Reader
  const server = await startServerProcess(folder.path, {
    LOG_LEVEL: 'warn',
    LIMITS: 'on',
    NODE_OPTIONS: `--max-semi-space-size=4 --expose-gc --import=${COLLECTS_GARBAGE}`,
  })
  const mib = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024
  const url = `${server.url.replace('http', 'ws')}/trpc`

  const attack = async ({ run }: Attack, kind: number, at: number): Promise<number> => {
    const { cookie, chatId } = attackerOf(kind, at)
    const localAddress = `127.0.1.${1 + (at % 250)}`
    const socket = new WebSocket(url, { headers: { cookie }, localAddress })
    socket.on('error', () => undefined)
    await once(socket, 'open')
    const gone = once(socket, 'close')
    run(socket, chatId)
    // A paused reader receives the close at the latest when it reads again.
    if (socket.isPaused) setTimeout(() => socket.resume(), READS_AGAIN_MS)
    return (await gone)[0]
  }
  const attackAll = () =>
    Promise.all(
      attacks.flatMap((each, kind) =>
        Array.from({ length: SOCKETS }, async (_, at) => {
          return [each.name, each.codes.includes(await attack(each, kind, at))] as const
        }),
      ),
    )
  // A first round loads and compiles code, which is no cost of an attack.
  await Promise.all(attacks.map((each, kind) => attack(each, kind, 0)))
  // V8 lets garbage grow to a multiple of live memory; only memory in use after a collection counts.
  const before = await rested(server, mib)
  const outcomes: (readonly [string, boolean])[] = []
  let peakMib = before
  const watch = setInterval(() => {
    peakMib = Math.max(peakMib, mib())
  }, 50)
  for (let round = 0; round < ROUNDS; round++) {
    const [ended, health] = await Promise.all([attackAll(), fetch(`${server.url}/api/health`)])
    outcomes.push(...ended)
    expect(health.status).toBe(200)
  }
  clearInterval(watch)
  const after = await rested(server, mib)
  const open = outcomes.filter(([, isClosed]) => !isClosed)
  recordMetric({
    claim: `${outcomes.length} hostile sockets of ${attacks.length} kinds closed with the expected close code`,
    figure: `${outcomes.length - open.length} closed; ${Math.round(after - before)} MiB of the server's memory kept; ${Math.round(peakMib - before)} MiB at the peak, garbage included`,
    goal: `all, at most ${MAX_MIB} MiB`,
    isMet: open.length === 0 && after - before <= MAX_MIB,
  })
  expect(open).toEqual([])
  expect(after - before).toBeLessThanOrEqual(atScale(4 * MAX_MIB, MAX_MIB))
  expect(await server.end('SIGTERM')).toBe(0)
})

/** A conversation of 800 KB. */
async function longChat(ctx: Parameters<typeof sendMessage>[0], reader: SeededPerson): Promise<string> {
  const message = 'x'.repeat(MESSAGE_LENGTH)
  const { sessionId } = await sendMessage(ctx, reader, { subject: 'My payout', message, fileIds: [] })
  for (let at = 1; at < 400; at++) await sendMessage(ctx, reader, { sessionId, message, fileIds: [] })
  return sessionId
}

/** Resident memory in MiB after a garbage collection. */
async function rested(server: ServerProcess, mib: () => number): Promise<number> {
  server.child.kill('SIGUSR2')
  let least = Number.POSITIVE_INFINITY
  const falls = () => {
    const [earlier, now] = [least, mib()]
    least = now
    return now < earlier - 1
  }
  await expect.poll(falls, { interval: RESTED_SECONDS * 1_000, timeout: 60_000 }).toBe(false)
  return mib()
}

function repeat(times: number, work: (number: number) => void): void {
  for (let number = 1; number <= times; number++) work(number)
}
