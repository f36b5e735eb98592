import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { submitFields } from '../test-support/factories.ts'
import { aGif } from '../test-support/pictures.ts'
import { requestHead, statusesOf } from '../test-support/raw-http.ts'
import { listening } from '../test-support/socket-page.ts'
import { createTestApp, type TestApp } from '../test-support/test-app.ts'
import { framed, mutators, type WireForm, wireForm } from './malformed-forms.ts'
import { type Random, seededRandom } from './seeded-random.ts'
import { atScale, recordMetric } from './system-test.ts'

const SEED = 20_261_121
const TRIES = atScale(2_000, 100_000)
const AT_ONCE = 32
const HANG_MS = 15_000
const MAX_GROWTH_MB = 150
/** The limit for memory in use after a collection; the time of collection of the rest is undefined. */
const MAX_KEPT_MB = 10
/** Cases before the first measurement, which compile code and allocate buffers. */
const WARM_UP = TRIES / 10
const names = Object.keys(mutators)

type Outcome = { name: string; url: string; statuses: number[]; isHanging: boolean }

/** Forms for each of the three calls that fail only at their end, so that they leave no rows. */
function bases(cookies: { customer: string; staff: string }) {
  // One pixel, because drawing would dominate the time.
  const bytes = aGif()
  const photo = (field: string) => ({ name: 'front.png', bytes, field })
  return [
    {
      url: '/api/submit',
      cookie: cookies.customer,
      make: () => wireForm(submitFields({ payoutAmount: '1.00' }), [photo('files')]),
    },
    { url: '/api/uploads', cookie: cookies.customer, make: () => wireForm({ note: 'x' }, [photo('file')]) },
    {
      url: '/api/admin/chat/reply',
      cookie: cookies.staff,
      make: () => wireForm({ sessionId: 'session_1_none', message: 'x' }, [photo('files')]),
    },
  ]
}

/** Sends it on its own connection; resolves when that is closed, or after a timeout. */
function send(
  host: string,
  head: string,
  form: WireForm,
  bytes: Buffer,
): Promise<{ statuses: number[]; isHanging: boolean }> {
  const [address = '', port] = host.split(':')
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: address })
    let text = ''
    let isHanging = false
    const patience = setTimeout(() => {
      isHanging = true
      socket.destroy()
    }, HANG_MS)
    socket.on('data', (received) => {
      text += received.toString('latin1')
    })
    // A connection reset by the server is closed as well.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(patience)
      resolve({ statuses: statusesOf(text), isHanging })
    })
    socket.write(head)
    for (let at = 0; at < bytes.length; at += form.pieceBytes) socket.write(bytes.subarray(at, at + form.pieceBytes))
    if (form.isCut) socket.end()
  })
}

async function tryOne(
  host: string,
  base: ReturnType<typeof bases>[number],
  name: string,
  random: Random,
): Promise<Outcome> {
  const right = base.make()
  const form = { ...right, ...mutators[name]?.(right, random) }
  const { headers, bytes } = framed(form)
  const head = requestHead(`POST ${base.url}`, {
    cookie: base.cookie,
    connection: 'close',
    'content-type': form.contentType,
    ...headers,
    ...form.headers,
  })
  return { name, url: base.url, ...(await send(host, head, form, bytes)) }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** In MB: resident memory of the process, and its objects in use after a collection. */
function memory(): { held: number; kept: number } {
  const held = process.memoryUsage.rss() / 2 ** 20
  // The first collection leaves buffers to a concurrent sweep, which ends before the next one.
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return { held, kept: (heapUsed + external) / 2 ** 20 }
}

/** Deletes accepted files, because a customer may have 60 unattached ones. */
async function clear(app: TestApp): Promise<void> {
  app.storage.objects.clear()
  await app.ctx.db.deleteFrom('files').execute()
}

test(`${TRIES} forms malformed in ${names.length} ways cause no 5xx, no hang and no memory growth`, async () => {
  expect(names.length).toBeGreaterThanOrEqual(22)
  // The test app keeps its log in memory.
  await using app = await createTestApp(
    { LOG_LEVEL: 'info' },
    { limits: { checkEveryMs: 50, slowBodyMs: 300, slowBodyBytes: 1_000 } },
  )
  const { host } = await listening(app)
  const cookies = { customer: (await app.customer()).cookie, staff: (await app.staff()).cookie }
  const targets = bases(cookies)
  const random = seededRandom(SEED)
  const bad: Outcome[] = []
  const byStatus = new Map<number, number>()
  let tried = 0
  let warm = memory()
  let hangs = 0

  const work = async () => {
    for (let at = tried++; at < TRIES; at = tried++) {
      if (at === WARM_UP) warm = memory()
      if (at % 50 === 0) await clear(app)
      const base = targets[at % targets.length] ?? targets[0]
      if (!base) throw new Error('There is nothing to send to.')
      // Every mutator meets every call.
      const outcome = await tryOne(host, base, names[Math.floor(at / targets.length) % names.length] ?? '', random)
      for (const status of outcome.statuses) byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      if (outcome.isHanging) hangs++
      if (outcome.isHanging || outcome.statuses.some((status) => status >= 500)) bad.push(outcome)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))

  const end = memory()
  const [heldMb, keptMb] = [Math.round(end.held - warm.held), Math.round(end.kept - warm.kept)]
  const signed = (mb: number) => `${mb < 0 ? '' : '+'}${mb} MB`
  const answers = [...byStatus].sort().map(([status, count]) => `${status}: ${count}`)
  recordMetric({
    claim: `malformed multipart, ${names.length} ways x 3 calls, seed ${SEED}: tried / 5xx / hangs`,
    figure: `${TRIES} / ${bad.length - hangs} / ${hangs} (${answers.join(', ')})`,
    goal: '100,000 / 0 / 0',
    isMet: bad.length === 0,
  })
  recordMetric({
    claim: 'malformed multipart: memory of server and clients, after a tenth and at the end',
    figure: `${signed(heldMb)}; in use ${signed(keptMb)}`,
    goal: `at most +${MAX_GROWTH_MB} MB; in use at most +${MAX_KEPT_MB} MB`,
    isMet: heldMb <= MAX_GROWTH_MB && keptMb <= MAX_KEPT_MB,
  })
  expect(bad).toEqual([])
  expect(heldMb).toBeLessThanOrEqual(MAX_GROWTH_MB)
  expect(keptMb).toBeLessThanOrEqual(MAX_KEPT_MB)
  // Forms reached every stage of processing instead of being rejected at the first.
  for (const status of [201, 400, 404, 409, 413, 415])
    expect([status, byStatus.get(status)]).toEqual([status, expect.any(Number)])
  const health = await app.request('GET', '/api/health')
  expect(health.statusCode).toBe(200)
  expect(app.log()).not.toContain('request failed')
})
