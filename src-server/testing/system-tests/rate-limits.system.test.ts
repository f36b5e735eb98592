import { beforeEach, expect, test } from 'vitest'
import { limitOf, type RateLimitName, rateLimitConfig } from '../../platform/rate-limits/rate-limit-config.ts'
import { aSubmission } from '../test-support/factories.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { createTestApp, type TestApp } from '../test-support/test-app.ts'
import { amountOf, type Callers, limitedCalls, type Who } from './limited-calls.ts'
import { atScale, recordMetric } from './system-test.ts'

const names = Object.keys(rateLimitConfig) as RateLimitName[]

/** The test app over a database file, which survives a restart. */
let folder: ReturnType<typeof tempFolder>
let app: TestApp
let elapsedMs = 0

async function start(): Promise<void> {
  app = await createTestApp({
    DATA_DIR: folder.path,
    DATABASE_URL: `sqlite:${folder.path}/limits.sqlite`,
    LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
  })
  app.clock.advance(elapsedMs)
}

function wait(ms: number): void {
  elapsedMs += ms
  app.clock.advance(ms)
}

beforeEach(async () => {
  folder = tempFolder()
  elapsedMs = 0
  await start()
  return async () => {
    await app[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  }
})

async function createCallers(): Promise<Callers> {
  const customers = [await app.customer(), await app.customer(), await app.customer(), await app.customer()]
  // Staff open its photos.
  if (customers[3]) await aSubmission(app, customers[3])
  const [one, other] = [await app.staff(), await app.colleague('owner')]
  const { username = '' } = (await other.api.admin.staff.list()).find(({ id }) => id === other.id) ?? {}
  return { customers, staff: { one: { ...one, email: 'owner' }, other: { ...other, email: username } } }
}

/** Descriptions of everything wrong with this limit; none when it works. */
async function broken(limit: RateLimitName, callers: Callers): Promise<string[]> {
  const { max, windowMs, waits } = limitOf(limit)
  const call = (who: Who = 'one') => limitedCalls[limit](app, callers, who)
  const found: string[] = []
  const check = (isRight: boolean, actual: string) => {
    if (!isRight) found.push(`${limit}: ${actual}`)
  }
  const room = max / amountOf(limit)
  for (let count = 1; count <= room; count++) {
    const { statusCode, body } = await call()
    check(![429, 500].includes(statusCode), `call ${count} of ${room} was answered ${statusCode} ${body}`)
  }
  const refused = await call()
  const seconds = Number(refused.headers['retry-after'])
  check(refused.statusCode === 429, `call ${room + 1} was answered ${refused.statusCode}`)
  check(seconds > 0 && seconds * 1000 <= (waits?.[0] ?? windowMs), `Retry-After is ${refused.headers['retry-after']}`)
  check(/Please wait \d+ (second|minute|hour)s? and try again\./.test(refused.body), `the message is ${refused.body}`)
  if (limit !== 'clearAll') check((await call('other')).statusCode !== 429, 'another caller is refused as well')

  await app[Symbol.asyncDispose]()
  await start()
  check((await call()).statusCode === 429, 'a restart gives new tries')
  wait(seconds * 1000 - 1000)
  check((await call()).statusCode === 429, 'it is over a second too early')
  wait(1000)
  check((await call()).statusCode !== 429, 'it still applies after Retry-After')
  if (waits) check((await call()).statusCode === 429, 'a wait lets more than one through')
  return found
}

// Clear All Data deletes the customers, so it comes last.
test('every limit permits its number of calls per subject, survives a restart and expires', async () => {
  const callers = await createCallers()
  // Days pass here; the sessions are not under test.
  await app.ctx.db.updateTable('sessions').set({ expires_at: '2999-01-01T00:00:00.000Z' }).execute()
  const found: string[] = []
  const last: RateLimitName = 'clearAll'
  for (const limit of names.filter((name) => name !== last)) found.push(...(await broken(limit, callers)))
  // Their bytes were in memory before the restart, and a backup fails without them.
  await app.ctx.db.deleteFrom('files').execute()
  found.push(...(await broken(last, callers)))
  recordMetric({
    claim: 'Rate limits apply per account, browser, network and person, and survive a restart',
    figure: `${names.length} limits over HTTP and WebSocket, ${found.length} findings`,
    goal: '0 findings',
    isMet: found.length === 0,
  })
  expect(found).toEqual([])
})

test('fifty concurrent calls pass a limit exactly as often as it permits', async () => {
  const rounds = atScale(3, 100)
  const { id, cookie } = await app.customer()
  const fifty = (call: (at: number) => ReturnType<TestApp['request']>) =>
    Promise.all(Array.from({ length: 50 }, (_, at) => call(at)))
  // Several limits are counted in a transaction, a single one in one statement: both must be atomic.
  const kinds: Record<string, (round: number) => ReturnType<typeof fifty>> = {
    'sign-ins from fifty networks': (round) => {
      const body = { email: `raced${round}@mail.example`, password: 'not-the-password' }
      return fifty((at) =>
        app.request('POST', '/api/auth/sign-in', { body, headers: { 'x-forwarded-for': `10.2.${round}.${at + 1}` } }),
      )
    },
    'passwords of an open session': async () => {
      await app.ctx.limits.reset('passwordCheck', id)
      const body = { currentPassword: 'guessed', password: 'another-one', confirmPassword: 'another-one' }
      return fifty(() => app.request('POST', '/trpc/account.changePassword', { body, headers: { cookie } }))
    },
  }
  const wrong: string[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [what, tries] of Object.entries(kinds)) {
      const allowed = (await tries(round)).filter(({ statusCode }) => [400, 401].includes(statusCode)).length
      if (allowed !== 10) wrong.push(`${what}, round ${round}: ${allowed} got through`)
    }
    // HTTP requests reach the counter one at a time in this process; with several servers they would not.
    const hits = Array.from({ length: 50 }, () => [{ limit: 'passwordCheck', subject: `raced${round}` }] as const)
    const counted = await Promise.all(hits.map((each) => app.ctx.limits.consume(each)))
    const allowed = counted.filter((reached) => reached === undefined).length
    if (allowed !== 10) wrong.push(`counted side by side, round ${round}: ${allowed} got through`)
  }
  recordMetric({
    claim: 'Concurrent attempts cannot exceed a limit',
    figure: `${3 * rounds} rounds of 50 attempts at a limit of 10, ${wrong.length} with another number than 10`,
    goal: '0',
    isMet: wrong.length === 0,
  })
  expect(wrong).toEqual([])
})
