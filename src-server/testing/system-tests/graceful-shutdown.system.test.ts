import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { httpLimits } from '../../web/http/server-limits.ts'
import { aPhoto, multipart, submitFields } from '../test-support/factories.ts'
import { RestClient } from '../test-support/rest-client.ts'
import { type ServerProcess, startServerProcess } from '../test-support/server-process.ts'
import { openSocket } from '../test-support/socket-page.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { atScale, recordMetric } from './system-test.ts'

const ROUNDS = atScale(2, 20)
const WRITERS = 8
const SOCKETS = atScale(20, 200)
/** The signal is sent at this number of acknowledged submissions of a round, while others are in progress. */
const ACKNOWLEDGED_PER_ROUND = atScale(12, 40)
const LIMIT_MS = 10_000
/**
 * Requests sent on an open connection within this time after the signal must get a response. Half of the server's grace
 * period, because signal and request are delayed on a busy machine.
 */
const ANSWERED_MS = httpLimits.lastAnswersMs / 2

type Answer = { status: number; text: string; isLast: boolean }
/** `acknowledged` maps submissions to their photo. */
type Round = { acknowledged: Map<string, Buffer>; broken: string[]; refused: number }

/**
 * One request on the agent's connection.
 * @throws the connection's error, with whether the connection was reused and the response had begun
 */
async function send(agent: Agent, url: string, cookie: string, body: Buffer, headers: object): Promise<Answer> {
  const sent = request(url, { method: 'POST', agent, headers: { cookie, ...headers, 'content-length': body.length } })
  sent.end(body)
  let hasBegun = false
  try {
    const [response] = await once(sent, 'response')
    hasBegun = true
    let text = ''
    for await (const piece of response) text += piece
    return { status: response.statusCode, text, isLast: response.headers.connection === 'close' }
  } catch (error) {
    throw Object.assign(error as Error, { isOld: sent.reusedSocket, hasBegun })
  }
}

/** Submits cards on successive connections until the server accepts no more. */
async function writeUntilGone(
  url: string,
  cookie: string,
  round: Round,
  stoppingForMs: () => number,
  onSubmission: () => void,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (;;) {
      const bytes = aPhoto()
      const form = multipart(submitFields(), [{ name: 'front.png', bytes }])
      const sentAfterMs = stoppingForMs()
      try {
        const { status, text } = await send(agent, `${url}/api/submit`, cookie, form.payload, form.headers)
        if (status !== 200) {
          round.refused++
          continue
        }
        round.acknowledged.set(JSON.parse(text).submissionId, bytes)
        onSubmission()
      } catch (error) {
        const { code, isOld, hasBegun } = error as { code?: string; isOld: boolean; hasBegun: boolean }
        // After the signal new and idle connections may be closed: nothing was sent on them.
        if (hasBegun || sentAfterMs <= (isOld ? ANSWERED_MS : 0))
          round.broken.push(`${code} on ${isOld ? 'an open' : 'a new'} connection`)
        return
      }
    }
  } finally {
    agent.destroy()
  }
}

async function stopUnderLoad(server: ServerProcess, cookies: readonly string[], round: Round): Promise<number> {
  const socketUrl = `${server.url.replace('http', 'ws')}/trpc`
  const pages = await Promise.all(
    Array.from({ length: SOCKETS }, (_, at) => openSocket(socketUrl, cookies[at % cookies.length] ?? '')),
  )
  let stoppedAt = 0
  let ended: Promise<number | null> | undefined
  const onSubmission = () => {
    if (round.acknowledged.size !== ACKNOWLEDGED_PER_ROUND) return
    stoppedAt = performance.now()
    ended = server.end('SIGTERM')
  }
  const stoppingForMs = () => (stoppedAt > 0 ? performance.now() - stoppedAt : 0)
  await Promise.all(cookies.map((cookie) => writeUntilGone(server.url, cookie, round, stoppingForMs, onSubmission)))
  expect(await ended).toBe(0)
  const took = performance.now() - stoppedAt
  await Promise.all(pages.map(({ closed }) => closed))
  return took
}

test('SIGTERM under load loses no acknowledged submission or file, breaks no response and exits in time', async () => {
  using folder = tempFolder()
  let server = await startServerProcess(folder.path)
  const clients = Array.from({ length: WRITERS }, () => new RestClient(() => server.url))
  for (const [at, client] of clients.entries()) await client.signUp(`seller${at}@mail.example`)
  const cookies = clients.map(({ token }) => `gce=${token}`)
  const acknowledged = new Map<string, Buffer>()
  const broken: string[] = []
  const took: number[] = []
  for (let at = 0; at < ROUNDS; at++) {
    const round: Round = { acknowledged: new Map(), broken: [], refused: 0 }
    took.push(await stopUnderLoad(server, cookies, round))
    for (const [id, photo] of round.acknowledged) acknowledged.set(id, photo)
    broken.push(...round.broken)
    server = await startServerProcess(folder.path)
  }

  let lost = acknowledged.size
  let lostFiles = 0
  for (const client of clients)
    for (const { id, uploadedFiles } of await client.call<{ id: string; uploadedFiles: { id: string }[] }[]>(
      'GET',
      '/api/user/transactions',
    )) {
      const photo = acknowledged.get(id)
      if (!photo) continue
      lost--
      const stored = await client.bytesOf(`/api/files/${uploadedFiles[0]?.id}?download=1`).catch(() => undefined)
      if (!stored?.equals(photo)) lostFiles++
    }
  await server.end('SIGTERM')

  const slowest = Math.max(...took)
  recordMetric({
    claim: `SIGTERM under load, ${ROUNDS} times: acknowledged / lost / files lost / broken answers`,
    figure: `${acknowledged.size} / ${lost} / ${lostFiles} / ${broken.length}`,
    goal: '0 lost, 0 broken',
    isMet: lost + lostFiles + broken.length === 0,
  })
  recordMetric({
    claim: `SIGTERM under load with ${SOCKETS} WebSockets: longest time until the process was gone`,
    figure: `${(slowest / 1000).toFixed(1)} s`,
    goal: 'at most 10 s, exit code 0',
    isMet: slowest <= LIMIT_MS,
  })
  expect(broken).toEqual([])
  expect([lost, lostFiles]).toEqual([0, 0])
  expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * ACKNOWLEDGED_PER_ROUND)
  expect(slowest).toBeLessThanOrEqual(LIMIT_MS)
})
