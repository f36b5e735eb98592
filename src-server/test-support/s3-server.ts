import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { S3Config } from '../config/engines.ts'
import { tempFolder } from './temp-folder.ts'

const program = path.join(import.meta.dirname, 's3-server-program.mjs')

export type S3Server = AsyncDisposable & {
  /** A new empty bucket. */
  createBucket(): S3Config
  /** The keys of the objects in a bucket, and of its unfinished multipart uploads. */
  contentsOf(bucket: S3Config): { objects: string[]; uploads: number }
  /** Ends the server with SIGKILL. Its objects remain. */
  kill(): Promise<void>
  /** Starts it again on the same port with the same objects. */
  start(): Promise<void>
  /** Suspends the server: connections are accepted by the system, without responses. */
  suspend(): void
  resume(): void
}

type Options = {
  /** The most keys in one response to a listing. */
  maxKeys?: number
  /** What the server does with conditions on writes. */
  conditions?: 'evaluated' | 'ignored' | 'rejected'
}

/** Starts an S3 server on a free port. It ends with the test process, however that ends. */
export async function startS3Server({ maxKeys = 1000, conditions = 'evaluated' }: Options = {}): Promise<S3Server> {
  const root = tempFolder()
  const [accessKeyId, secretAccessKey] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')]
  let buckets = 0
  let port = '0'
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [program, root.path, port, accessKeyId, secretAccessKey], {
      env: { PATH: process.env.PATH, S3_MAX_KEYS: String(maxKeys), S3_CONDITIONS: conditions },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child = started
    const [line] = await Promise.race([once(started.stdout, 'data'), once(started, 'exit').then(() => [undefined])])
    if (line === undefined) throw new Error('The S3 server did not start.')
    port = String(line).trim()
  }

  async function kill(): Promise<void> {
    if (!child) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    child = undefined
    await exited
  }

  await start()
  return {
    createBucket() {
      const bucket = `bucket-${++buckets}`
      mkdirSync(path.join(root.path, bucket))
      const endpoint = `http://127.0.0.1:${port}`
      return { endpoint, bucket, region: 'us-east-1', accessKeyId, secretAccessKey, pathStyle: true }
    },
    contentsOf({ bucket }) {
      const names = readdirSync(path.join(root.path, bucket))
      const objects = names.filter((name) => name.startsWith('object-'))
      return {
        objects: objects.map((name) => decodeURIComponent(name.slice('object-'.length))).sort(),
        uploads: names.length - objects.length,
      }
    },
    kill,
    start,
    suspend: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill()
      root[Symbol.dispose]()
    },
  }
}
