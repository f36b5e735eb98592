import type { NodeMap } from '../events/node-map.ts'
import type { RedisConnection } from './redis-connection.ts'

/** Without a heartbeat for `expiryMs` the values of a node disappear. */
type NodeMapTimes = { heartbeatMs: number; expiryMs: number }

const times: NodeMapTimes = { heartbeatMs: 10_000, expiryMs: 30_000 }
/** Nodes without a heartbeat for this long are dropped from the list of nodes, whatever their clocks say. */
const FORGET_NODE_MS = 24 * 60 * 60 * 1_000
const FIELDS_AT_ONCE = 1_000

/** A map with this name. Every node has a Redis hash of its own, so that no two nodes write the same key. */
export function createNodeMap(
  connection: RedisConnection,
  name: string,
  { heartbeatMs, expiryMs }: NodeMapTimes = times,
): NodeMap {
  const own = new Map<string, string>()
  const nodesKey = connection.key(name, 'nodes')
  const keyOf = (nodeId: string) => connection.key(name, nodeId)
  const ownKey = keyOf(connection.nodeId)
  const heartbeatWork: (() => Promise<void>)[] = []
  let isComplete = true

  /** Failed writes are repeated by the next heartbeat. */
  async function write(work: Parameters<typeof connection.run<unknown>>[0]) {
    try {
      await connection.run(work)
    } catch {
      isComplete = false
    }
  }

  function writeAll() {
    isComplete = true
    return write((client) => {
      const batch = client.multi().del(ownKey)
      const all = [...own]
      for (let at = 0; at < all.length; at += FIELDS_AT_ONCE)
        batch.hSet(ownKey, Object.fromEntries(all.slice(at, at + FIELDS_AT_ONCE)))
      return batch.pExpire(ownKey, expiryMs).zAdd(nodesKey, ownScore()).exec()
    })
  }

  const ownScore = () => ({ score: Date.now(), value: connection.nodeId })

  async function heartbeat() {
    await write(async (client) => {
      const [, fields] = await Promise.all([
        client.pExpire(ownKey, expiryMs),
        client.hLen(ownKey),
        client.zAdd(nodesKey, ownScore()),
        client.zRemRangeByScore(nodesKey, 0, Date.now() - FORGET_NODE_MS),
        client.pExpire(nodesKey, FORGET_NODE_MS),
      ])
      // Redis was emptied, or a write failed.
      if (fields !== own.size) isComplete = false
    })
    if (!isComplete) await writeAll()
    for (const work of heartbeatWork) await work()
  }

  const timer = setInterval(() => void heartbeat(), heartbeatMs).unref()
  const stopListening = connection.onReconnect(() => void writeAll())

  /** What `read` returns for the keys of the other nodes; nothing while Redis is down. */
  async function readOthers<Reply>(
    read: (client: Parameters<Parameters<typeof connection.run>[0]>[0], key: string) => Promise<Reply>,
  ): Promise<Reply[]> {
    try {
      return await connection.run(async (client) => {
        const nodes = await client.zRange(nodesKey, 0, -1)
        const others = nodes.filter((nodeId) => nodeId !== connection.nodeId)
        return Promise.all(others.map((nodeId) => read(client, keyOf(nodeId))))
      })
    } catch {
      return []
    }
  }

  return {
    set(field, value) {
      if (value === undefined) {
        own.delete(field)
        return write((client) => client.hDel(ownKey, field))
      }
      own.set(field, value)
      return write((client) =>
        client.multi().hSet(ownKey, field, value).pExpire(ownKey, expiryMs).zAdd(nodesKey, ownScore()).exec(),
      )
    },
    async valuesOf(field) {
      const others = await readOthers((client, key) => client.hGet(key, field))
      return [own.get(field), ...others].filter((value) => typeof value === 'string')
    },
    async entries() {
      const others = await readOthers((client, key) => client.hGetAll(key))
      return [...own, ...others.flatMap((values) => Object.entries(values))]
    },
    onHeartbeat: (work) => void heartbeatWork.push(work),
    async close() {
      clearInterval(timer)
      stopListening()
      own.clear()
      await write((client) => client.multi().del(ownKey).zRem(nodesKey, connection.nodeId).exec())
    },
  }
}
