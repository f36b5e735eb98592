import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { type RedisServer, startRedisServer } from './redis-server.ts'
import { type S3Server, startS3Server } from './s3-server.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

export type Cluster = AsyncDisposable & {
  /** The running nodes; `startNode` and `killNode` change it. */
  nodes: readonly ServerProcess[]
  postgres: PostgresServer
  redis: RedisServer
  store: S3Server
  /** The settings that all nodes share. */
  env: NodeJS.ProcessEnv
  startNode(): Promise<ServerProcess>
  /** Ends a node with SIGKILL. */
  killNode(node: ServerProcess): Promise<void>
}

/** Starts PostgreSQL, Redis, an S3 server and built nodes that share them. Needs `npm run build`. */
export async function startCluster({ nodes: count = 3, isDurable = false } = {}): Promise<Cluster> {
  const folder = tempFolder()
  const [postgres, redis, store] = await Promise.all([
    startPostgres({ isDurable }),
    startRedisServer(),
    startS3Server(),
  ])
  const bucket = store.createBucket()
  const env = {
    DATABASE_URL: postgres.url(),
    REDIS_URL: redis.url,
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    DATA_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'warn',
  }
  const nodes: ServerProcess[] = []
  let made = 0
  const startNode = async () => {
    const name = `node-${++made}`
    const node = await startServerProcess(path.join(folder.path, name), { ...env, NODE_NAME: name })
    nodes.push(node)
    return node
  }
  const killNode = async (node: ServerProcess) => {
    nodes.splice(nodes.indexOf(node), 1)
    await node.end('SIGKILL')
  }
  const stop = async () => {
    for (const node of [...nodes]) await killNode(node)
    await store[Symbol.asyncDispose]()
    await redis[Symbol.asyncDispose]()
    await postgres.stop()
    folder[Symbol.dispose]()
  }
  const started = await Promise.allSettled(Array.from({ length: count }, startNode))
  const failed = started.find((each) => each.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return { nodes, postgres, redis, store, env, startNode, killNode, [Symbol.asyncDispose]: stop }
}
