import type { ChatMessage } from '#shared/chat.ts'
import type { AppContext } from '../context.ts'
import { listMessagesAfter } from './chat-queries.ts'
import { messageView } from './chat-views.ts'
import { assertReadable } from './read-messages.ts'

const READ_AT_ONCE = 100

/**
 * The messages of a customer's conversation after `after`, then each new one, until `signal` aborts: in order, without
 * a gap or a double. Meanwhile the customer counts as present.
 * @throws AppError 'not_found' for a conversation that is not theirs
 */
export async function watchMessages(
  ctx: AppContext,
  customerId: string,
  { sessionId, after }: { sessionId: string; after: number },
  signal: AbortSignal,
): Promise<AsyncGenerator<ChatMessage>> {
  await assertReadable(ctx, { customerId, isStaff: false }, sessionId)
  // Listening starts before the first read: what is said in between is in one of the two.
  const events = ctx.events.subscribe(['chat.message-sent'], signal)
  ctx.presence.enter(customerId, signal)
  return (async function* () {
    let last = after
    const readOn = async function* () {
      for (let isMore = true; isMore && !signal.aborted; ) {
        const rows = await listMessagesAfter(ctx.db, sessionId, last, READ_AT_ONCE)
        for (const row of rows) {
          last = row.sequence
          yield messageView(ctx.keyring, row)
        }
        isMore = rows.length === READ_AT_ONCE
      }
    }
    yield* readOn()
    for await (const event of events) {
      const isNews = event.name === 'resync' || (event.sessionId === sessionId && event.sequence > last)
      if (isNews) yield* readOn()
    }
  })()
}
