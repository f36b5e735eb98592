import { expect, test } from 'vitest'
import { createContext } from '../../context.ts'
import { readConfig } from '../../platform/config/config.ts'
import {
  type Conversation,
  findFaults,
  reached,
  seedConversations,
  sendChat,
  watchConversation,
} from '../test-support/chat-watchers.ts'
import { type Cluster, startCluster } from '../test-support/cluster.ts'
import { runCommand } from '../test-support/command-run.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { type LoadCustomer, startLoadCustomer } from './load-customers.ts'
import { seededRandom } from './seeded-random.ts'
import { atScale, recordMetric } from './system-test.ts'

const SELLERS = atScale(3, 8)
const CONVERSATIONS = atScale(5, 40)
/** One is staff with the conversation open, the others are pages of the customer. */
const WATCHERS_EACH = atScale(4, 5)
const FAULTS = atScale({ node: 3, database: 1, redis: 1, store: 1 }, { node: 30, database: 5, redis: 5, store: 3 })
/** Each fault happens after this number of acknowledged actions, while others are in progress. */
const ACKNOWLEDGED_PER_FAULT = atScale(10, 40)
const MESSAGE_EVERY_MS = atScale(50, 100)
const SETTLE_MS = 60_000

type Fault = keyof typeof FAULTS

test('three nodes lose and double nothing acknowledged while nodes and engines are killed', async () => {
  await using cluster = await startCluster({ isDurable: true })
  const { below } = seededRandom(20_261_123)
  const anyUrl = () => cluster.nodes[below(cluster.nodes.length)]?.url ?? 'http://127.0.0.1:9'
  const conversations = await seeded(cluster)
  const sellers = await Promise.all(
    Array.from({ length: SELLERS }, (_, at) => startLoadCustomer(anyUrl, `seller${at}@mail.example`)),
  )
  const watchers = conversations.flatMap((conversation, number) =>
    Array.from({ length: WATCHERS_EACH }, (_, at) =>
      watchConversation(conversation, { url: anyUrl, isStaff: at === 0, number }),
    ),
  )
  await Promise.all(watchers.map((watcher) => reached(watcher, 1)))

  const schedule = (Object.keys(FAULTS) as Fault[]).flatMap((fault) => Array<Fault>(FAULTS[fault]).fill(fault))
  const acknowledged = new Map(conversations.map(({ chatId }) => [chatId, ['seed']]))
  let isOver = false
  const chatting = chat(conversations, acknowledged, { url: anyUrl, below, isOver: () => isOver })
  for (const fault of shuffled(schedule, below)) await workDuring(cluster, sellers, fault, below)
  isOver = true
  const messages = await chatting
  const problems = (await Promise.all(sellers.map((seller) => seller.problems()))).flat()

  const counts = watchers.map((watcher) => acknowledged.get(watcher.chatId)?.length ?? 0)
  await expect
    .poll(() => watchers.filter(({ received }, at) => received.length < (counts[at] ?? 0)).length, {
      timeout: SETTLE_MS,
    })
    .toBe(0)
  const faults = findFaults(watchers, acknowledged)
  const orders = sellers.reduce((sum, seller) => sum + seller.acknowledged(), 0)
  for (const watcher of watchers) watcher.stop()
  using folder = tempFolder()
  const audit = await runCommand('audit-log', folder.path, ['verify'], cluster.env)
  recordMetric({
    claim: `Three nodes, ${SELLERS} sellers, ${watchers.length} subscribers: ${FAULTS.node} node kills, PostgreSQL killed ${FAULTS.database} times, Redis ${FAULTS.redis}, the S3 server ${FAULTS.store}`,
    figure: `${orders} actions and ${messages} messages acknowledged, ${problems.length} lost or doubled; ${faults.missed} missed, ${faults.doubled} doubled, ${faults.disordered} out of order`,
    goal: '0 / 0, 0, 0',
    isMet: problems.length === 0 && faults.missed + faults.doubled + faults.disordered === 0,
  })
  expect(audit).toMatchObject({ code: 0, output: expect.stringMatching(/entries, head/) })
  expect(problems).toEqual([])
  expect(faults).toEqual({ missed: 0, doubled: 0, disordered: 0 })
  expect(orders).toBeGreaterThanOrEqual(schedule.length * ACKNOWLEDGED_PER_FAULT)
})

async function seeded({ env }: Cluster): Promise<Conversation[]> {
  using folder = tempFolder()
  await using ctx = await createContext(readConfig({ ...env, DATA_DIR: folder.path, LOG_LEVEL: 'silent' }))
  return await seedConversations(ctx, CONVERSATIONS)
}

/** Sellers and staff work; after some acknowledged actions the fault happens. Interrupted actions are repeated. */
async function workDuring(
  cluster: Cluster,
  sellers: readonly LoadCustomer[],
  fault: Fault,
  below: (max: number) => number,
): Promise<void> {
  let count = 0
  let happened: Promise<void> | undefined
  const work = async (seller: LoadCustomer) => {
    while (!happened)
      try {
        await seller.doNext()
        if (++count === ACKNOWLEDGED_PER_FAULT) happened = happen(cluster, fault, below)
      } catch {
        // Its outcome is unknown until `settle` repeats it.
      }
  }
  await Promise.all(sellers.map(work))
  await happened
  for (const seller of sellers) await expect.poll(() => settled(seller), { timeout: SETTLE_MS }).toBe('')
}

/** '' when everything is acknowledged and right, otherwise the reason. */
async function settled(seller: LoadCustomer): Promise<string> {
  return seller.settle().then(() => '', String)
}

async function happen(cluster: Cluster, fault: Fault, below: (max: number) => number): Promise<void> {
  if (fault === 'node') {
    const node = cluster.nodes[below(cluster.nodes.length)]
    if (node) await cluster.killNode(node)
    await cluster.startNode()
    return
  }
  const engine = { database: cluster.postgres, redis: cluster.redis, store: cluster.store }[fault]
  await engine.kill()
  await engine.start()
}

/** Customers and staff write until it is over; each message is sent until it is acknowledged. Returns their number. */
async function chat(
  conversations: readonly Conversation[],
  acknowledged: Map<string, string[]>,
  { url, below, isOver }: { url: () => string; below: (max: number) => number; isOver: () => boolean },
): Promise<number> {
  let sent = 0
  while (!isOver()) {
    const conversation = conversations[below(conversations.length)] as Conversation
    const key = `message-${++sent}`
    const isReply = below(2) === 0
    while (!(await sendChat(url(), conversation, { isReply, key }))) await pause()
    acknowledged.get(conversation.chatId)?.push(key)
    await pause()
  }
  return sent
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, MESSAGE_EVERY_MS))
}

function shuffled<Item>(items: readonly Item[], below: (max: number) => number): Item[] {
  const rest = [...items]
  return items.map(() => rest.splice(below(rest.length), 1)[0] as Item)
}
