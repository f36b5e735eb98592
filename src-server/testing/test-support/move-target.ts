import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createContext } from '../../context.ts'
import { generateMissingRenditions } from '../../files/generate-renditions.ts'
import { openSite } from '../../operator/commands/open-site.ts'
import type { MoveReport } from '../../operator/move/move-rows.ts'
import { moveSite } from '../../operator/move/move-site.ts'
import { readMoveConfigs } from '../../platform/config/config.ts'
import { createLog } from '../../platform/logging/logger.ts'
import { aFullCustomer, everything } from './dump-database.ts'
import { aChat, anUpload, aPhoto, aSubmission } from './factories.ts'
import { createMemoryTransport } from './memory-transport.ts'
import { anApproval } from './payouts.ts'
import type { RedisServer } from './redis-server.ts'
import type { S3Server } from './s3-server.ts'
import { createTestApp, type Person, type TestApp } from './test-app.ts'
import { createTestClock } from './test-clock.ts'
import { openEmptyDatabase, urlOf } from './test-database.ts'

const SUBMISSIONS = 6
/** Small, so that a move can be interrupted within each table. */
const BATCH_ROWS = 4
const keys = `k1:${randomBytes(32).toString('base64')}`

/** A stopped site on SQLite and disk, with rows in every table that people fill, or what `fillSmall` makes. */
export async function makeSingleSite(dataDir: string, isSmall = false, fillSmall?: (app: TestApp) => Promise<void>) {
  mkdirSync(dataDir)
  const env = { DATA_DIR: dataDir, DATABASE_URL: `sqlite:${dataDir}/exchange.sqlite`, DATA_KEYS: keys }
  await using app = await createTestApp(env)
  const person = isSmall ? await app.customer() : await aFullCustomer(app)
  if (!isSmall) await fill(app, person)
  await fillSmall?.(app)
  // The session of before may have ended.
  const customer = await app.signInAgain(person)
  const photo = aPhoto()
  const photoId = await anUpload(app, customer, 'front.png', photo)
  const submissionId = await aSubmission(app, customer, { fileIds: [photoId] })
  const tables = await everything(app)
  const files = path.join(dataDir, 'files')
  mkdirSync(files, { mode: 0o700 })
  for (const [key, { bytes }] of app.storage.objects) writeFileSync(path.join(files, key), bytes)
  const objects = [...app.storage.objects.keys()]
  return { env, customer, photo, photoId, submissionId, tables, objects, now: app.clock.now().toISOString() }
}

async function fill(app: TestApp, customer: Person): Promise<void> {
  await aChat(customer, 'A second question.')
  const owner = await app.staff()
  await owner.api.admin.review.takeOver({ submissionId: await aSubmission(app, customer) })
  const { payoutId: id } = await anApproval(app, customer, owner)
  const { version } = await owner.api.payouts.get({ id })
  await owner.api.payouts.cancel({ id, version, note: 'The card was empty.' })
  for (let at = 0; at < SUBMISSIONS; at++) {
    app.clock.advance(20 * 24 * 60 * 60_000)
    await aSubmission(app, await app.customer(`Customer ${at}`))
  }
  await generateMissingRenditions(app.ctx)
}

export type SingleSite = Awaited<ReturnType<typeof makeSingleSite>>

type Run = { isVerifying?: boolean; breakAt?: number; to?: Partial<NodeJS.ProcessEnv>; from?: NodeJS.ProcessEnv }

/** An empty database, created with `options`, and an empty bucket, and a way to move the site there. */
export async function createMoveTarget(site: SingleSite, redis: RedisServer, store: S3Server, options?: string) {
  const empty = await openEmptyDatabase(options)
  const url = await urlOf(empty)
  await empty.destroy()
  const bucket = store.createBucket()
  const engines = {
    REDIS_URL: redis.url,
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
  /** Moves, and returns the lines for the operator. `breakAt` ends it at that line, of progress or of a step. */
  const move = async ({ isVerifying = false, breakAt = Number.POSITIVE_INFINITY, to, from = site.env }: Run = {}) => {
    const configs = readMoveConfigs(url, { ...from, ...engines, ...to })
    await using source = await openSite(configs.source)
    await using target = await openSite(configs.target)
    const lines: string[] = []
    let reported = 0
    const noteOrBreak = (line?: string) => {
      if (++reported > breakAt) throw new Error('The move was interrupted.')
      if (line !== undefined) lines.push(line)
    }
    const report: MoveReport = { done: noteOrBreak, progress: () => noteOrBreak() }
    await moveSite({ source, target, report, batchRows: BATCH_ROWS }, target.keySource, { isVerifying })
    return { lines, reported }
  }
  const config = readMoveConfigs(url, { ...site.env, ...engines }).target
  const open = () => openSite(config)
  const serve = (dataDir: string) => {
    const mail = createMemoryTransport()
    const settings = { ...config, dataDir, limits: false }
    return createContext(settings, {
      clock: createTestClock(site.now),
      mail,
      log: createLog(config, { write: () => {} }),
    })
  }
  return { move, open, serve, bucket }
}
