import type { ChatMessage } from '#shared/chat-schema.ts'
import type { AppContext } from '../context.ts'
import { nextTurn } from '../platform/clock.ts'
import { listMessagesAfter } from './chat-queries.ts'
import { assertReadable, type MessageView, messageViews, READ_AT_ONCE, type Reader } from './read-messages.ts'

/** The messages after `from.after`, then each new one, in order and once. A customer who watches counts as present. */
export async function watchMessages<View extends ChatMessage>(
  app: AppContext,
  reader: Reader,
  from: { sessionId: string; after: number },
  signal: AbortSignal,
  view: MessageView<View>,
): Promise<AsyncGenerator<View>> {
  const { id: sessionId } = await assertReadable(app, reader, from.sessionId)
  // Subscribe before the first read, so that no message in between is lost.
  const events = app.events.subscribe(['chat.message-sent'], signal, (event) => event.sessionId === sessionId)
  if (reader.customerId !== undefined) app.chat.presence.stay(reader.customerId, signal)
  return (async function* () {
    let last = from.after
    const readOn = async function* () {
      for (let isMore = true; isMore && !signal.aborted; ) {
        const rows = await listMessagesAfter(app.db, sessionId, last, READ_AT_ONCE)
        for (const message of await messageViews(app, rows, view)) {
          last = message.sequence
          yield message
        }
        isMore = rows.length === READ_AT_ONCE
        // Yield to the event loop, so that the socket is flushed and its closing is detected.
        if (isMore) await nextTurn()
      }
    }
    yield* readOn()
    for await (const event of events) if (event.name === 'resync' || event.sequence > last) yield* readOn()
  })()
}
