import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { S3Config } from '../config/engines.ts'
import { startProcessGuard } from './process-guard.ts'
import { createBucketIn, type S3Location } from './s3-bucket.ts'
import { tempFolder } from './temp-folder.ts'

const program = path.join(import.meta.dirname, 's3-server-program.mjs')
/** Below the ports that the system gives to clients, which could take the port of a killed server. */
const PORTS = [10_000, 32_000] as const
const PORT_IN_USE = 75

export type S3Server = AsyncDisposable & {
  location: S3Location
  /** A new empty bucket. */
  createBucket(): S3Config
  /** The keys of the objects in a bucket, and of its unfinished multipart uploads. */
  contentsOf(bucket: S3Config): { objects: string[]; uploads: number }
  /** Ends the server with SIGKILL. Its objects remain. */
  kill(): Promise<void>
  /** Starts it again on the same port with the same objects. */
  start(): Promise<void>
}

type Options = {
  /** The most keys in one response to a listing. */
  maxKeys?: number
  /** What the server does with conditions on writes. */
  conditions?: 'evaluated' | 'ignored' | 'rejected' | 'misread'
}

/** Starts an S3 server on a free port. It ends with the test process, however that ends. */
export async function startS3Server({ maxKeys = 1000, conditions = 'evaluated' }: Options = {}): Promise<S3Server> {
  const root = tempFolder()
  const guard = startProcessGuard({ folder: root.path })
  const [accessKeyId, secretAccessKey] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')]
  let buckets = 0
  let port = 0
  let running: ChildProcess | undefined

  /** @returns false when another process has the port */
  async function tryStart(): Promise<boolean> {
    const child = spawn(process.execPath, [program, root.path, String(port), accessKeyId, secretAccessKey], {
      env: { PATH: process.env.PATH, S3_MAX_KEYS: String(maxKeys), S3_CONDITIONS: conditions },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const exitCode = await Promise.race([
      once(child.stdout, 'data').then(() => undefined),
      once(child, 'exit').then(([code]) => code as number | null),
    ])
    if (exitCode === undefined) running = child
    else if (exitCode !== PORT_IN_USE) throw new Error('The S3 server did not start.')
    return exitCode === undefined
  }

  async function kill(): Promise<void> {
    if (!running) return
    const exited = once(running, 'exit')
    running.kill('SIGKILL')
    running = undefined
    await exited
  }

  do port = randomInt(...PORTS)
  while (!(await tryStart()))
  const location = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId,
    secretAccessKey,
    pathStyle: true,
    folder: root.path,
  }
  return {
    location,
    createBucket: () => createBucketIn(location, `bucket-${++buckets}`),
    contentsOf({ bucket }) {
      const names = readdirSync(path.join(root.path, bucket))
      const objects = names.filter((name) => name.startsWith('object-'))
      return {
        objects: objects.map((name) => decodeURIComponent(name.slice('object-'.length))).sort(),
        uploads: names.length - objects.length,
      }
    },
    kill,
    async start() {
      if (!(await tryStart())) throw new Error(`Port ${port} is in use.`)
    },
    async [Symbol.asyncDispose]() {
      await kill()
      guard.end()
      root[Symbol.dispose]()
    },
  }
}
