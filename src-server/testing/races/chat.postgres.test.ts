import { expect, test } from 'vitest'
import { inboxMessages, MAX_SAVED_ANSWERS } from '#shared/inbox.ts'
import { aChat } from '../test-support/factories.ts'
import type { Person } from '../test-support/test-app.ts'
import { onlyOne, outcomes, race, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Conversations and canned responses on two nodes. */

const ROUNDS = 6

const site = await twoNodesOfFile()
const customer = await site.onBoth(await site.one.customer())
const owner = await site.onBoth(await site.one.staff())
const support = await site.onBoth(await site.one.colleague('support'))

const db = () => site.one.ctx.db
const sequences = async (sessionId: string) =>
  (
    await db()
      .selectFrom('chat_messages')
      .select('sequence')
      .where('session_id', '=', sessionId)
      .orderBy('sequence')
      .execute()
  ).map(({ sequence }) => sequence)
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

race('messages and replies from both nodes are numbered without gaps or doubles', 3, async (first, second) => {
  const sessionId = await aChat(customer[0])
  const send = (at: 0 | 1) => customer[at].api.chat.send({ sessionId, message: 'When?' })
  const reply = (by: Person) => by.api.admin.chat.reply({ sessionId, message: 'Soon.' })
  await Promise.all(upTo(4).flatMap(() => [send(first), reply(support[second]), send(second), reply(owner[first])]))
  expect(await sequences(sessionId)).toEqual(upTo(17))
  const seen = await db()
    .selectFrom('chat_sessions')
    .select('last_sequence')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  expect(seen).toEqual({ last_sequence: 17 })
})

race('a message with the same clientMessageId is stored once', ROUNDS, async (first, second) => {
  const sessionId = await aChat(customer[0])
  const message = { sessionId, message: 'When?', clientMessageId: `message ${sessionId}` }
  const sent = await Promise.all([first, second].map((at) => customer[at].api.chat.send(message)))
  expect(new Set(sent.map((each) => each.message.id)).size).toBe(1)
  expect(await sequences(sessionId)).toEqual([1, 2])
})

race('a first message with the same clientMessageId opens one conversation', ROUNDS, async (first, second) => {
  const message = { subject: 'My payout', message: 'When?', clientMessageId: `first ${Math.random()}` }
  const sent = await Promise.all([first, second].map((at) => customer[at].api.chat.send(message)))
  expect(new Set(sent.map(({ sessionId }) => sessionId)).size).toBe(1)
})

race('two first messages under the same new id of the client open one conversation', ROUNDS, async (first, second) => {
  const sessionId = `session_1764000000000_${Math.random()}`
  const message = { sessionId, subject: 'My payout', message: 'When?' }
  const sent = await Promise.all([first, second].map((at) => customer[at].api.chat.send(message)))
  const [opened] = new Set(sent.map((each) => each.sessionId))
  expect(sent).toMatchObject([1, 2].map(() => ({ sessionId: opened, clientSessionId: sessionId })))
  expect(await sequences(opened ?? '')).toEqual([1, 2])
})

race('a reply with the same clientMessageId is stored once', ROUNDS, async (first, second) => {
  const sessionId = await aChat(customer[0])
  const reply = { sessionId, message: 'Soon.', clientMessageId: `reply ${sessionId}` }
  await Promise.all([first, second].map((at) => support[at].api.admin.chat.reply(reply)))
  expect(await sequences(sessionId)).toEqual([1, 2])
})

test('a new message reopens a conversation that is closed at the same time, or keeps it open', () =>
  rounds(ROUNDS, async (first, second) => {
    const sessionId = await aChat(customer[0])
    await support[0].api.admin.chat.seen({ sessionId, sequence: 1 })
    const [closed, sent] = await outcomes(
      () => support[first].api.admin.chat.setStatus({ sessionId, status: 'closed' }),
      () => customer[second].api.chat.send({ sessionId, message: 'One more thing.' }),
    )
    expect(['ok', 'conflict']).toContain(closed)
    expect(sent).toBe('ok')
    const session = await db().selectFrom('chat_sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()
    expect(session).toMatchObject({ status: 'open', is_unread: 1, last_sequence: 2 })
  }))

test('a conversation stays unread when a message arrives while staff see the earlier ones', () =>
  rounds(ROUNDS, async (first, second) => {
    const sessionId = await aChat(customer[0])
    await outcomes(
      () => support[first].api.admin.chat.seen({ sessionId, sequence: 1 }),
      () => customer[second].api.chat.send({ sessionId, message: 'One more thing.' }),
    )
    const session = await db().selectFrom('chat_sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()
    expect(session).toMatchObject({ is_unread: 1, staff_seen_sequence: 1, last_sequence: 2 })
  }))

race('of two canned responses with one shortcut, one is saved', ROUNDS, async (first, second) => {
  const shortcut = `s${Math.random().toString(36).slice(2, 10)}`
  const save = (by: Person) => by.api.admin.chat.saveCannedResponse({ shortcut, text: 'Thank you.' })
  await onlyOne([() => save(owner[first]), () => save(support[second])])
})

test('canned responses from both nodes do not exceed their number', async () => {
  const present = (await owner[0].api.admin.chat.cannedResponses()).length
  const filler = upTo(MAX_SAVED_ANSWERS - present - 1)
  const row = { text: 'Thank you.', updated_at: site.one.clock.now().toISOString() }
  await db()
    .insertInto('canned_responses')
    .values(filler.map((at) => ({ ...row, id: `filler ${at}`, shortcut: `filler-${at}` })))
    .execute()
  await rounds(ROUNDS, async (first, second) => {
    const save = (by: Person, shortcut: string) => by.api.admin.chat.saveCannedResponse({ shortcut, text: 'Hello.' })
    const made = await Promise.allSettled([save(owner[first], 'the-last'), save(support[second], 'one-too-many')])
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: inboxMessages.tooManyAnswers },
    })
    await db().deleteFrom('canned_responses').where('shortcut', 'in', ['the-last', 'one-too-many']).execute()
  })
})
