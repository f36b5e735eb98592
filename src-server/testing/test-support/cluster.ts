import path from 'node:path'
import { type Engines, startEngines } from './engines.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'
import { settingsOf } from './test-site.ts'

export type Cluster = Pick<Engines, 'postgres' | 'redis' | 'store' | 'addresses'> &
  AsyncDisposable & {
    /** The running nodes; `startNode` and `killNode` change it. */
    nodes: readonly ServerProcess[]
    /** The settings that all nodes share. */
    env: NodeJS.ProcessEnv
    startNode(): Promise<ServerProcess>
    /** Ends a node with SIGKILL. */
    killNode(node: ServerProcess): Promise<void>
  }

/**
 * Starts PostgreSQL, Redis, an S3 server and built nodes that share them. Needs `npm run build`.
 * @param settings further settings of all nodes
 */
export async function startCluster({
  nodes: count = 3,
  isDurable = false,
  settings = {} as NodeJS.ProcessEnv,
} = {}): Promise<Cluster> {
  const folder = tempFolder()
  const engines = await startEngines({ isDurable })
  const { postgres, redis, store } = engines
  const env = { ...settingsOf(postgres.url(), redis.url, store.createBucket()), LOG_LEVEL: 'warn', ...settings }
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
    await engines[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  }
  const started = await Promise.allSettled(Array.from({ length: count }, startNode))
  const failed = started.find((each) => each.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return { nodes, ...engines, env, startNode, killNode, [Symbol.asyncDispose]: stop }
}
