import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { isRunnableDevEnvironment, type Plugin, type RunnableDevEnvironment } from 'vite'

/** As the exit code of a server that cannot start. */
const CANNOT_START = 78

type RunningServer = {
  handle(request: IncomingMessage, response: ServerResponse): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}
type DevEntry = { start(address: string | undefined): Promise<RunningServer> }

/** Serves /trpc and /api inside Vite's server environment. `entry` is the absolute path of the module with `start`. */
export function fastifyDev(entry: string): Plugin {
  return {
    name: 'fastify-dev',
    apply: 'serve',
    configureServer(vite) {
      const environment = vite.environments.server
      if (!environment || !isRunnableDevEnvironment(environment))
        throw new Error('The server environment cannot run code.')
      const addressOf = () => {
        const address = vite.httpServer?.address()
        const port = typeof address === 'object' && address ? address.port : vite.config.server.port
        return `http://localhost:${port}${vite.config.base.replace(/\/$/, '')}`
      }
      const server = reloadingServer(environment, entry, addressOf)
      const isServerPath = (url = '/') =>
        url.startsWith(vite.config.base) && /^(trpc|api)(\/|\?|$)/.test(url.slice(vite.config.base.length))

      vite.middlewares.use((request, response, next) => {
        if (!isServerPath(request.url)) return next()
        server.current().then(
          (running) => running.handle(request, response),
          (error: Error) => {
            vite.ssrFixStacktrace(error)
            next(error)
          },
        )
      })
      vite.httpServer?.on('upgrade', (request, socket, head) => {
        if (!isServerPath(request.url)) return
        server.current().then(
          (running) => running.upgrade(request, socket, head),
          () => socket.destroy(),
        )
      })
      vite.httpServer?.on('error', ({ code }: NodeJS.ErrnoException) => {
        if (code !== 'EADDRINUSE') return
        const { port } = vite.config.server
        vite.config.logger.error(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm run dev`)
        process.exit(CANNOT_START)
      })
      vite.httpServer?.once('listening', () => {
        server.current().catch((error: Error) => vite.config.logger.error(error.stack ?? error.message))
      })
      vite.httpServer?.once('close', () => void server.close())
    },
  }
}

/** Returns the server of the newest edit and replaces the previous one. */
function reloadingServer(environment: RunnableDevEnvironment, entry: string, addressOf: () => string) {
  let isFirst = true
  let loading: Promise<DevEntry> | undefined
  let loaded: DevEntry | undefined
  let running: Promise<RunningServer> | undefined

  async function load() {
    try {
      return (await environment.runner.import(entry)) as DevEntry
    } catch (error) {
      // The runner keeps failed imports, and Vite reports no edit of a file that it could not parse.
      environment.runner.clearCache()
      throw error
    } finally {
      loading = undefined
    }
  }

  async function replace(previous: Promise<RunningServer> | undefined, module: DevEntry) {
    const old = await previous?.catch(() => undefined)
    await old?.close()
    const started = await module.start(isFirst ? addressOf() : undefined)
    isFirst = false
    return started
  }

  return {
    async current() {
      loading ??= load()
      const module = await loading
      if (module !== loaded || !running) {
        loaded = module
        running = replace(running, module)
      }
      return running
    },
    async close() {
      const last = await running?.catch(() => undefined)
      await last?.close()
    },
  }
}
