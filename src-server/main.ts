import path from 'node:path'
import { ensureOwner } from './accounts/first-owner.ts'
import { createApp } from './app.ts'
import { loadEnvFile, readConfig } from './config.ts'
import { createContext } from './context.ts'
import { startHousekeeping } from './housekeeping.ts'

/** Requests that run get this long to finish after SIGTERM. */
const SHUTDOWN_MS = 10_000

async function main(): Promise<void> {
  loadEnvFile()
  const config = readConfig()
  const ctx = await createContext(config)
  if (!config.limits) ctx.log.warn('LIMITS=off: nobody is held back, whatever they try')
  const owner = await ensureOwner(ctx)
  const built = (folder: string) => path.join(import.meta.dirname, '..', folder)
  const { server } = await createApp(ctx, { site: { clientFolder: built('client'), pagesFolder: built('pages') } })
  const address = await server.listen({ host: config.host, port: config.port })
  const stopHousekeeping = startHousekeeping(ctx)
  const shownAddress = address.replace('127.0.0.1', 'localhost') + config.basePath
  ctx.outbox?.start(shownAddress)
  say(`Gift Card Exchange is open on ${config.publicUrl?.href ?? shownAddress}`)
  if (owner) say(`Owner of the staff area: ${owner.username}, password: ${owner.password} (shown this once)`)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    stopHousekeeping()
    await server.close()
    await ctx.outbox?.stop()
    await ctx[Symbol.asyncDispose]()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`Gift Card Exchange cannot start.\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(78)
})
