import type { ChatSenderType, ChatState } from '#shared/chat.ts'
import type { AppContext } from '../context.ts'
import { findChatSession } from './chat-queries.ts'
import { assertReadable, type Reader } from './read-messages.ts'

/**
 * How a conversation stands for one side: at once, and again whenever the other side has seen or is writing something,
 * or support has closed or opened it, until `signal` aborts or it is deleted. `isTyping` is about this moment; whoever
 * shows it lets it end by itself.
 * @throws AppError 'not_found' for a conversation that is not this reader's
 */
export async function watchState(
  ctx: AppContext,
  reader: Reader,
  sessionId: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<ChatState>> {
  const own: ChatSenderType = reader.isSupport ? 'admin' : 'user'
  await assertReadable(ctx, reader, sessionId)
  const names = ['chat.message-sent', 'chat.seen', 'chat.typing', 'chat.session-changed'] as const
  const events = ctx.events.subscribe(
    names,
    signal,
    (event) => event.sessionId === sessionId && (event.name === 'chat.session-changed' || event.by !== own),
  )
  const read = async (isTyping: boolean): Promise<ChatState | undefined> => {
    const row = await findChatSession(ctx.db, sessionId)
    if (!row) return undefined
    const seenSequence = own === 'user' ? row.staff_seen_sequence : row.customer_seen_sequence
    return { seenSequence, isClosed: row.status === 'closed', isTyping }
  }
  return (async function* () {
    let state = await read(false)
    if (state) yield state
    for await (const event of events) {
      state = await read(event.name === 'chat.typing')
      if (!state) return
      yield state
    }
  })()
}

/** Says that somebody is writing in a conversation. Said too often, it is not passed on. @throws AppError 'not_found' */
export async function announceTyping(
  ctx: AppContext,
  person: { id: string; reader: Reader },
  sessionId: string,
): Promise<void> {
  const { customer_id } = await assertReadable(ctx, person.reader, sessionId)
  if (!ctx.typing.passes(person.id)) return
  const by = person.reader.isSupport ? 'admin' : 'user'
  ctx.events.publish({ name: 'chat.typing', sessionId, customerId: customer_id, by })
}
