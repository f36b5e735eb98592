import type { ChatMessage } from '#shared/chat.ts'
import type { AppContext } from '../context.ts'
import { listMessagesAfter } from './chat-queries.ts'
import { assertReadable, type MessageView, messageViews, nextTurn, READ_AT_ONCE, type Reader } from './read-messages.ts'

/**
 * The messages of a conversation after `after`, then each new one, until `signal` aborts: in order, without a gap or a
 * double, each as `view` shows it. Meanwhile a customer who watches their own counts as present.
 * @throws AppError 'not_found' for a conversation that is not this reader's
 */
export async function watchMessages<View extends ChatMessage>(
  ctx: AppContext,
  reader: Reader,
  { sessionId, after }: { sessionId: string; after: number },
  signal: AbortSignal,
  view: MessageView<View>,
): Promise<AsyncGenerator<View>> {
  await assertReadable(ctx, reader, sessionId)
  // Listening starts before the first read: what is said in between is in one of the two.
  const events = ctx.events.subscribe(['chat.message-sent'], signal, (event) => event.sessionId === sessionId)
  if (reader.customerId !== undefined) ctx.presence.enter(reader.customerId, signal)
  return (async function* () {
    let last = after
    const readOn = async function* () {
      for (let isMore = true; isMore && !signal.aborted; ) {
        const rows = await listMessagesAfter(ctx.db, sessionId, last, READ_AT_ONCE)
        for (const message of await messageViews(ctx, rows, view)) {
          last = message.sequence
          yield message
        }
        isMore = rows.length === READ_AT_ONCE
        // Without a turn nothing leaves the socket, and nobody learns that it was closed.
        if (isMore) await nextTurn()
      }
    }
    yield* readOn()
    for await (const event of events) if (event.name === 'resync' || event.sequence > last) yield* readOn()
  })()
}
