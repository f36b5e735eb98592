import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
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
  let running: { child: ChildProcess; guard: ChildProcess } | undefined

  async function tryStart(): Promise<boolean> {
    const command = process.env.REDIS_SERVER_PATH || 'redis-server'
    const settings = { port: String(port), bind: '127.0.0.1', dir: folder.path, save: '', appendonly: 'no' }
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
    if (isReady) running = { child, guard: guardOf(child) }
    else if (!/in use/.test(output)) throw new Error(`redis-server did not start:\n${output}`)
    return isReady
  }

  async function kill(): Promise<void> {
    if (!running) return
    const { child, guard } = running
    running = undefined
    for (const each of [guard, child]) {
      if (each.exitCode !== null || each.signalCode !== null) continue
      const exited = once(each, 'exit')
      each.kill('SIGKILL')
      await exited
    }
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
    suspend: () => void running?.child.kill('SIGSTOP'),
    resume: () => void running?.child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill()
      folder[Symbol.dispose]()
    },
  }
}

/** A process that kills the server when this process, which holds the other end of its input, has ended. */
function guardOf({ pid }: ChildProcess): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', `cat > /dev/null; kill -9 ${pid}`], { stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  // A Socket as the input of a child has no `unref` in the types of Node.
  ;(guard.stdin as unknown as Socket).unref()
  return guard
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
