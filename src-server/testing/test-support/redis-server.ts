import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './free-port.ts'
import { startProcessGuard } from './process-guard.ts'
import { tempFolder } from './temp-folder.ts'

const MAX_PORTS_TRIED = 10

export type RedisServer = AsyncDisposable & {
  url: string
  /** Ends the server with SIGKILL. Its data is lost. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** Suspends the server: connections stay open, without replies. */
  suspend(): void
  resume(): void
}

/** Starts the redis-server of this machine on a free port. It ends with the test process, however that ends. */
export async function startRedisServer(): Promise<RedisServer> {
  const folder = tempFolder()
  let port = 0
  const guard = startProcessGuard({ folder: folder.path })
  let running: ChildProcess | undefined

  async function tryStart(): Promise<boolean> {
    const command = process.env.REDIS_SERVER_PATH || 'redis-server'
    const settings = {
      port: String(port),
      bind: '127.0.0.1',
      dir: folder.path,
      save: '',
      appendonly: 'no',
      databases: '1000',
    }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    let output = ''
    const isReady = await Promise.race([
      new Promise<boolean>((resolve) =>
        child.stdout.on('data', (text: Buffer) => {
          output += text
          if (/Ready to accept connections/.test(output)) resolve(true)
        }),
      ),
      exited.then(
        () => false,
        (error: unknown) => {
          throw new Error(`${command} cannot be run. Install Redis, or set REDIS_SERVER_PATH.`, { cause: error })
        },
      ),
    ])
    if (isReady) {
      running = child
      guard.watch(child.pid)
    } else if (!/in use/.test(output)) throw new Error(`redis-server did not start:\n${output}`)
    return isReady
  }

  async function kill(): Promise<void> {
    const child = running
    running = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    guard.watch(undefined)
  }

  for (let tries = 0; !running; tries++) {
    if (tries === MAX_PORTS_TRIED) throw new Error('redis-server found no free port.')
    port = await freePort()
    await tryStart()
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async start() {
      if (!(await tryStart())) throw new Error(`Port ${port} is in use.`)
    },
    suspend: () => void running?.kill('SIGSTOP'),
    resume: () => void running?.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill()
      guard.end()
      folder[Symbol.dispose]()
    },
  }
}
