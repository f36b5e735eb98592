import { expect, test, vi } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { policyDefaults } from '#shared/policy.ts'
import { aChat, aSubmission } from '../../testing/test-support/factories.ts'
import { aPage, listening, openSocket, taking, watching } from '../../testing/test-support/socket-page.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { createTransportNetwork } from '../../testing/test-support/transport-network.ts'

/** Two servers of one site, each with a connection of its own to one database file. */
async function openTwoNodes() {
  const folder = tempFolder()
  const network = createTransportNetwork()
  const variables = { DATA_DIR: folder.path, DATABASE_URL: `sqlite:${folder.path}/exchange.sqlite` }
  const one = await createTestApp(variables, { eventChannel: network.connect() })
  const other = await createTestApp(variables, { eventChannel: network.connect() })
  return {
    one,
    other,
    network,
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]()
      await one[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const watchChat = ({ trpc }: ReturnType<typeof aPage>, sessionId: string, lastEventId: number) =>
  taking<{ id: string; data: ChatMessage }>((on) => trpc.chat.watch.subscribe({ sessionId, lastEventId }, on))

test('a customer on one node receives the reply that staff send on another', async () => {
  await using site = await openTwoNodes()
  const { url } = await listening(site.other)
  const [dana, staff] = [await site.one.customer(), await site.one.staff()]
  const sessionId = await aChat(dana)
  await using page = aPage(url, dana)
  const chat = await watchChat(page, sessionId, 1)
  await staff.api.admin.chat.reply({ sessionId, message: 'From the other node.' })
  expect(await chat.next()).toMatchObject({ id: '2', data: { message: 'From the other node.' } })
})

test('staff on one node are notified of an order on another at the next poll when the hint is lost', async () => {
  await using site = await openTwoNodes()
  const { url } = await listening(site.other)
  const [customer, staff] = [await site.one.customer(), await site.one.staff()]
  await using page = aPage(url, staff)
  const queue = await watching(page.trpc.admin.submissions.watch)
  site.network.lose()
  const submissionId = await aSubmission(site.one, customer)
  const signals: unknown[] = []
  const collect = (): Promise<void> =>
    queue.next().then((signal) => {
      signals.push(signal)
      return collect()
    })
  void collect()
  await vi.waitFor(() => {
    site.other.clock.advance(1_000)
    expect(signals).toContainEqual({ submissionId })
  })
})

test('a page that reconnects to another node resumes after its last message', async () => {
  await using site = await openTwoNodes()
  const [one, other] = [await listening(site.one), await listening(site.other)]
  const [dana, staff] = [await site.one.customer(), await site.one.staff()]
  const sessionId = await aChat(dana)
  {
    await using page = aPage(one.url, dana)
    const chat = await watchChat(page, sessionId, 0)
    expect(await chat.next()).toMatchObject({ id: '1' })
  }
  site.network.lose()
  await staff.api.admin.chat.reply({ sessionId, message: 'While you were away.' })
  await using page = aPage(other.url, dana)
  const chat = await watchChat(page, sessionId, 1)
  expect(await chat.next()).toMatchObject({ id: '2', data: { message: 'While you were away.' } })
})

test('signing out on one node closes the sockets of the session on another', async () => {
  await using site = await openTwoNodes()
  const { url } = await listening(site.other)
  const dana = await site.one.customer()
  const { closed } = await openSocket(url, dana.cookie)
  await site.one.request('POST', '/api/auth/sign-out', { as: dana })
  expect(await closed).toBe(4401)
})

test('a policy that an owner changes on one node applies on the other', async () => {
  await using site = await openTwoNodes()
  const owner = await site.one.staff()
  const values = { ...policyDefaults.reviews, rejectionReason: 'required' }
  await owner.api.admin.policies.change({ name: 'reviews', base: 0, values })
  await vi.waitFor(() => expect(site.other.ctx.policies.get('reviews')).toEqual(values))
})
