import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { fetchResponse, unreachable } from './fetch-response.ts'
import { failureOf, LoadError, loadChunk } from './load-chunk.ts'
import { createQueryClient } from './query-client.ts'
import { type CallName, keyOf } from './read-again.ts'
import { setStaffChanges } from './staff-changes.ts'
import { joinProblems, uploadFailure } from './upload-failure.ts'

const leaves: (() => void)[] = []
afterEach(() => {
  for (const leave of leaves.splice(0)) leave()
})

/** Shows a query, makes a call, and returns how often the query was read. */
async function readsAfter(call: CallName, shown: CallName, mutationFn: () => Promise<unknown>): Promise<number> {
  const client = createQueryClient()
  setStaffChanges(client)
  let reads = 0
  const queryFn = async () => ++reads
  leaves.push(new QueryObserver(client, { queryKey: keyOf(shown), queryFn }).subscribe(() => undefined))
  await client.fetchQuery({ queryKey: keyOf(shown), queryFn })
  await new MutationObserver(client, { mutationKey: keyOf(call), mutationFn }).mutate().catch(() => undefined)
  await new Promise(setImmediate)
  return reads
}
const succeeds = async () => null
const fails = () => Promise.reject(new Error('no answer'))

test.each<[CallName, CallName]>([
  ['payouts.lift', 'statements.lines'],
  ['waitingActs.release', 'lots.list'],
  ['admin.problems.decide', 'payouts.list'],
  ['admin.staff.add', 'admin.staff.list'],
  ['admin.tokens.revoke', 'admin.tokens.list'],
])('reads again what %s changed: %s', async (call, shown) => {
  expect(await readsAfter(call, shown, succeeds)).toBe(2)
})

test('reads again after a call without an answer, which may have changed something', async () => {
  expect(await readsAfter('payouts.lift', 'payouts.list', fails)).toBe(2)
})

test.each<[CallName, CallName]>([
  ['payouts.lift', 'admin.staff.list'],
  ['statements.columns', 'statements.lines'],
  ['admin.rates.import', 'admin.rates.list'],
  ['admin.staff.add', 'admin.tokens.list'],
])('after %s it does not read %s, which it did not change', async (call, shown) => {
  expect(await readsAfter(call, shown, succeeds)).toBe(1)
})

/** A mounted query whose reads the test resolves. */
function aList() {
  const client = createQueryClient()
  const answers: ((value: string) => void)[] = []
  const read = () => new Promise<string>((answer) => answers.push(answer))
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn: read })
  const leave = observer.subscribe(() => undefined)
  return { client, answers, leave, shown: () => observer.getCurrentResult().data }
}
const invalid = { queryKey: ['list'] }

test('reads again after a first read that was invalidated while it was in flight', async () => {
  const { client, answers, leave, shown } = aList()
  const readAgain = Promise.all([client.invalidateQueries(invalid), client.invalidateQueries(invalid)])
  answers[0]?.('from before')
  while (answers.length < 2) await new Promise(setImmediate)
  answers[1]?.('from after')
  await readAgain
  expect(shown()).toBe('from after')
  expect(answers).toHaveLength(2)
  leave()
})

test('shows the reads of a list whose changes follow each other faster than it is read', async () => {
  const { client, answers, leave, shown } = aList()
  answers[0]?.('at the start')
  while (shown() === undefined) await new Promise(setImmediate)
  const first = client.invalidateQueries(invalid)
  const changes = Promise.all([first, client.invalidateQueries(invalid), client.invalidateQueries(invalid)])
  answers[1]?.('after the first change')
  await first
  expect(shown()).toBe('after the first change')
  while (answers.length < 3) await new Promise(setImmediate)
  answers[2]?.('after all changes')
  await changes
  expect(shown()).toBe('after all changes')
  expect(answers).toHaveLength(3)
  leave()
})

test('reads once for an invalidation after the first read', async () => {
  const { client, answers, leave, shown } = aList()
  answers[0]?.('from before')
  while (shown() === undefined) await new Promise(setImmediate)
  const readAgain = client.invalidateQueries(invalid)
  answers[1]?.('from after')
  await readAgain
  expect(shown()).toBe('from after')
  expect(answers).toHaveLength(2)
  leave()
})

test('does not retry a failed first read by itself', async () => {
  const client = createQueryClient()
  let reads = 0
  const read = async () => {
    reads++
    throw new Error('no answer')
  }
  const leave = new QueryObserver(client, { queryKey: ['list'], queryFn: read }).subscribe(() => undefined)
  await client.invalidateQueries(invalid)
  expect(reads).toBe(1)
  leave()
})

async function asked(answer: RequestListener): Promise<unknown> {
  await using server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Awaited here, because the server closes when this function returns.
  return await fetchResponse(`http://127.0.0.1:${port}/`).then(
    (response) => response.json(),
    (error: Error) => error.message,
  )
}

test('returns responses of the server, errors included', async () => {
  const json: RequestListener = (_, reply) =>
    void reply.writeHead(409, { 'content-type': 'application/json; charset=utf-8' }).end('{"error":"later"}')
  expect(await asked(json)).toEqual({ error: 'later' })
})

test('reports a lost connection and a proxy page with a readable message', async () => {
  expect(await asked((request) => void request.socket.destroy())).toBe(unreachable)
  const page: RequestListener = (_, reply) => void reply.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502')
  expect(await asked(page)).toBe(unreachable)
})

test('code that does not arrive has not loaded', async () => {
  const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const error = await loadChunk(failing).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(LoadError)
  expect(failureOf(error)).toBe('lost')
})

test.each([
  new DOMException('The node to be removed is not a child of this node.', 'NotFoundError'),
  new TypeError('Cannot read properties of undefined'),
  'a string',
])('%s, thrown while a part is drawn, is no fault of the network', (error) => expect(failureOf(error)).toBe('broken'))

test.each([
  [500, { message: 'Something went wrong on our side.' }],
  [503, { message: 'We are busy.' }],
  [507, { message: 'There is no room.' }],
  [401, { message: 'Please sign in.' }],
  [0, undefined],
  [400, null],
])('reports the name of the file for an upload that failed with %i', (status, answer) => {
  expect(uploadFailure('front.png', status, answer)).toBe('Failed to process front.png')
})

test('passes on the message of the server', () => {
  const message = 'front.png is too large. Maximum size is 10MB.'
  expect(uploadFailure('front.png', 413, { message })).toBe(message)
})

test('joins problems into one text without duplicate sentences', () => {
  expect(joinProblems(['Failed to process a.png'])).toBe('Failed to process a.png')
  expect(joinProblems(['Failed to process a.png', 'Failed to process b.png'])).toBe(
    'Failed to process a.png. Failed to process b.png.',
  )
  expect(joinProblems(['Too many files.', 'Too many files.'])).toBe('Too many files.')
})
