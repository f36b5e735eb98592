import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { newOwnerLine, prepareOwner } from './accounts/first-owner.ts'
import { ensureAnswers } from './chat/ensure-answers.ts'
import { createContext } from './context.ts'
import { startScheduledJobs } from './operator/jobs/scheduled-jobs.ts'
import { backUpBeforeMigration } from './operator/operations/backup.ts'
import { startPayPalWorker } from './payouts/sending/paypal-worker.ts'
import { removeInterruptedImports } from './payouts/statements/remove-imports.ts'
import { type Config, prepareProcess, readConfig } from './platform/config/config.ts'
import { lockDataDir } from './platform/db/data-dir-lock.ts'
import { emptyWriteAheadLog } from './platform/db/write-ahead-log.ts'
import { startMessage } from './platform/logging/start-message.ts'
import { exitCodeOfStart, startProblem } from './platform/logging/startup-error.ts'
import { openDataDir } from './platform/storage/check-folders.ts'
import { createApp } from './web/app.ts'
import { startMetricsServer } from './web/http/metrics-server.ts'
import { readBuiltPages } from './web/http/static-site.ts'

/** Forces the exit this long after draining. Running requests get a little less (`httpLimits.stopMs`). */
const SHUTDOWN_MS = 10_000
/** Time for pending error responses after a disk failure. */
const LAST_RESPONSES_MS = 500

async function serve(config: Config) {
  await assertPortsFree(config)
  openDataDir(config.dataDir)
  lockDataDir(config.dataDir)
  const app = await createContext(config, { copyBeforeMigration: backUpBeforeMigration })
  if (!config.limits) app.log.warn('rate limiting is disabled (LIMITS=off)')
  const built = (folder: string) => path.join(import.meta.dirname, '..', folder)
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  // Routes are registered while another thread hashes the owner's password.
  const [writeOwner, { server, metrics, drain, stop: stopServing }] = await Promise.all([
    prepareOwner(app),
    createApp(app, { site: { clientFolder: built('client'), pagesFolder: built('pages') }, opened }),
  ])
  const metricsServer = metrics && config.metrics && (await startMetricsServer(metrics, config.metrics, app.log))
  const address = await server.listen({ host: config.host, port: config.port })
  // A start that cannot listen must not create the owner: their password would never be shown.
  const owner = await writeOwner()
  await ensureAnswers(app)
  await removeInterruptedImports(app, true)
  open()
  const stopJobs = startScheduledJobs(app)
  const shownAddress = address.replace('127.0.0.1', 'localhost') + config.basePath
  const stopPayPal = startPayPalWorker(app)
  app.outbox?.start(shownAddress)

  app.durability.onFailure((error) => {
    app.log.fatal({ err: error }, 'fsync failed: shutting down')
    server.server.close()
    setTimeout(() => process.exit(70), LAST_RESPONSES_MS)
  })

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    app.log.info('shutting down')
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    stopJobs()
    await Promise.all([stopServing(), app.outbox?.stop(), stopPayPal()])
    metricsServer?.stop()
    // On a full disk the WAL remains, which loses no data.
    await emptyWriteAheadLog(app.db).catch((error: unknown) =>
      app.log.warn({ err: error }, 'could not truncate the WAL'),
    )
    await owner?.release()
    await app[Symbol.asyncDispose]()
    app.log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', () => {
    if (config.drainMs > 0) app.log.info('draining')
    drain()
    setTimeout(stop, config.drainMs)
  })
  process.on('SIGINT', stop)

  collectOldGenerationEarly()
  // Printed last, because a supervisor may stop the server as soon as it reads this line.
  process.stdout.write(
    startMessage(config.publicUrl?.href ?? shownAddress, {
      ownerLine: owner && newOwnerLine(owner),
      isTerminal: process.stdout.isTTY,
    }),
  )
}

/** Checks that this process can listen on the ports of the site. @throws the error of the system call 'listen' */
async function assertPortsFree({ host, port, metrics }: Pick<Config, 'host' | 'port' | 'metrics'>) {
  for (const place of [{ host, port }, ...(metrics ? [metrics] : [])]) {
    const probe = createServer().listen(place)
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
  }
}

/**
 * Makes V8 collect the old generation when it has grown by a third instead of to twice its size: 174 instead of 214 MB
 * at the peak of 20 clients who send photos. During a start it would only add collections.
 */
function collectOldGenerationEarly() {
  setFlagsFromString('--heap-growing-percent=35')
}

function refuse(error: unknown, problem: string): never {
  process.stderr.write(`Gift Card Exchange cannot start.\n${problem}\n`)
  process.exit(exitCodeOfStart(error))
}

async function main() {
  prepareProcess()
  const config = readConfig()
  // A start that another build refuses changes no data.
  readBuiltPages(path.join(import.meta.dirname, '../pages'), config.basePath)
  await serve(config).catch((error: unknown) => refuse(error, startProblem(error, config)))
}

main().catch((error: unknown) => refuse(error, error instanceof Error ? error.message : String(error)))
