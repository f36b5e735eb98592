import { expect, test } from 'vitest'
import {
  type Conversation,
  findFaults,
  reached,
  seedConversations,
  sendChat,
  watchConversation,
} from '../test-support/chat-watchers.ts'
import { startServerProcess } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { overFolder } from './seeded-accounts.ts'
import { seededRandom } from './seeded-random.ts'
import { atScale, recordMetric } from './system-test.ts'

const CONVERSATIONS = atScale(4, 250)
/** One is staff with the conversation open, the others are pages of the customer. */
const WATCHERS_EACH = atScale(5, 8)
const MESSAGES = atScale(60, 1_200)
const KILLS = atScale(2, 5)
const WRITERS = 4
/** Each writer starts a message this often, so that 20 messages a second flow. */
const PACE_MS = atScale(0, 200)
/** The number of clients that lose their connection after each message. */
const DROPS = atScale(1, 5)
/** The share of sockets that are cut off as soon as they open. */
const CUT_AT_OPEN = 0.1
const FIRST_RETRY_MS = atScale(20, 500)
const CATCH_UP_MS = atScale(60_000, 90_000)
const env = { LOG_LEVEL: 'warn', LIMITS: 'off' }

test('clients receive every message once, in order, across reconnects and server kills', async () => {
  using folder = tempFolder()
  const { below, fraction } = seededRandom(20_261_121)
  const conversations = await overFolder(folder.path, (ctx) => seedConversations(ctx, CONVERSATIONS))
  let server = await startServerProcess(folder.path, env)
  let isUp = Promise.resolve()
  const watchers = conversations.flatMap((conversation, index) =>
    Array.from({ length: WATCHERS_EACH }, (_, at) =>
      watchConversation(conversation, {
        url: () => server.url,
        isStaff: at === 0,
        number: index,
        isCut: () => fraction() < CUT_AT_OPEN,
        firstRetryMs: FIRST_RETRY_MS,
      }),
    ),
  )
  await Promise.all(watchers.map((watcher) => reached(watcher, 1)))

  const acknowledged = new Map(conversations.map(({ chatId }) => [chatId, ['seed']]))
  let begun = 0
  let acks = 0
  let kills = 0
  const restart = async () => {
    await server.end('SIGKILL')
    server = await startServerProcess(folder.path, env)
  }
  const write = async () => {
    for (let number = ++begun; number <= MESSAGES; number = ++begun) {
      const paced = new Promise((resolve) => setTimeout(resolve, PACE_MS))
      const conversation = conversations[below(conversations.length)] as Conversation
      const key = `message-${number}`
      const isReply = below(2) === 0
      // Sent until acknowledged by the same sender, as pages do: keys are those of a sender.
      while (!(await sendChat(server.url, conversation, { isReply, key }))) await isUp
      acknowledged.get(conversation.chatId)?.push(key)
      acks++
      for (let drop = 0; drop < DROPS; drop++) watchers[below(watchers.length)]?.drop()
      if (kills < KILLS && acks >= ((kills + 1) * MESSAGES) / (KILLS + 1)) {
        kills++
        isUp = restart()
      }
      await paced
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await isUp

  const caughtUp = watchers.map((watcher) => reached(watcher, acknowledged.get(watcher.chatId)?.length ?? 0))
  await Promise.race([Promise.all(caughtUp), new Promise((resolve) => setTimeout(resolve, CATCH_UP_MS))])
  const { missed, doubled, disordered } = findFaults(watchers, acknowledged)
  const connections = watchers.reduce((sum, watcher) => sum + watcher.connections(), 0)
  recordMetric({
    claim: `${watchers.length} clients that reconnected ${connections - watchers.length} times while ${acks} messages flowed and the server was killed ${kills} times`,
    figure: `${missed} missed, ${doubled} duplicated, ${disordered} out of order`,
    goal: '0, 0, 0',
    isMet: missed + doubled + disordered === 0 && acks === MESSAGES && kills === KILLS,
  })
  expect({ missed, doubled, disordered, acks, kills }).toEqual({
    missed: 0,
    doubled: 0,
    disordered: 0,
    acks: MESSAGES,
    kills: KILLS,
  })
  expect(connections).toBeGreaterThan(watchers.length)
  for (const watcher of watchers) watcher.stop()
  expect(await server.end('SIGTERM')).toBe(0)
})
