import { getUser } from '../accounts/account-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { assertStillAllowed } from '../platform/db/database.ts'
import { findChatSession } from './chat-queries.ts'
import { assertReadable, type Reader, support } from './read-messages.ts'

const names = ['chat.message-sent', 'chat.seen', 'chat.typing', 'chat.session-changed'] as const

/** The state of a conversation for its customer, now and at each change. The page has to time `isTyping` out. */
export async function watchState(app: AppContext, customerId: string, asked: string, signal: AbortSignal) {
  const { id: sessionId } = await assertReadable(app, { customerId, isSupport: false }, asked)
  const events = app.events.subscribe(
    names,
    signal,
    (event) => event.sessionId === sessionId && (event.name === 'chat.session-changed' || event.by === 'admin'),
  )
  return statesOf(events, async (event) => {
    const row = await findChatSession(app.db, sessionId)
    const isTyping = event?.name === 'chat.typing'
    return row && { seenSequence: row.staff_seen_sequence, isClosed: row.status === 'closed', isTyping }
  })
}

/** The same for staff: what the customer has seen, and whether the customer or a colleague is typing. */
export async function watchInboxState(app: AppContext, staffId: string, sessionId: string, signal: AbortSignal) {
  await assertReadable(app, support, sessionId)
  const events = app.events.subscribe(names, signal, (event) => {
    if (event.sessionId !== sessionId) return false
    if (event.name === 'chat.typing') return event.personId !== staffId
    return event.name !== 'chat.seen' || event.by === 'user'
  })
  return statesOf(events, async (event) => {
    const row = await findChatSession(app.db, sessionId)
    if (!row) return undefined
    const typing = event?.name === 'chat.typing' ? event : undefined
    const name = typing && (await getUser(app.db, typing.personId)).name
    return {
      seenSequence: row.customer_seen_sequence,
      isClosed: row.status === 'closed',
      typing: typing ? { by: typing.by, name: name || 'Staff' } : null,
    }
  })
}

/** What `read` returns now and after each event, until it returns undefined. */
export async function* statesOf<Event, State>(
  events: AsyncIterable<Event>,
  read: (event?: Event) => Promise<State | undefined>,
): AsyncGenerator<State> {
  const first = await read()
  if (first !== undefined) yield first
  for await (const event of events) {
    const state = await read(event)
    if (state === undefined) return
    yield state
  }
}

/** Publishes that a person is typing, throttled per person. @throws AppError 'not_found' */
export async function publishTyping(ctx: CallContext, person: { id: string; reader: Reader }, asked: string) {
  const { app } = ctx
  const { id: sessionId, customer_id } = await assertReadable(app, person.reader, asked)
  await assertStillAllowed(ctx)
  if (!app.chat.typing.passes(person.id)) return
  const by = person.reader.isSupport ? 'admin' : 'user'
  app.events.publish({ name: 'chat.typing', sessionId, customerId: customer_id, by, personId: person.id })
}
