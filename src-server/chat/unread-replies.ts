import type { ChatSeenInput } from '#shared/chat-schema.ts'
import type { AppContext, CallContext } from '../context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { countUnseenReplies, raiseSeenSequence } from './chat-queries.ts'
import { assertReadable } from './read-messages.ts'
import { statesOf } from './watch-state.ts'

export async function markSeen(ctx: CallContext, customerId: string, input: ChatSeenInput) {
  const { sequence } = input
  const { id: sessionId } = await assertReadable(ctx.app, { customerId, isSupport: false }, input.sessionId)
  await inTransaction(ctx, async (tx, app) => {
    const isRaised = await raiseSeenSequence(tx, sessionId, sequence)
    if (isRaised) await app.events.emit(tx, { name: 'chat.seen', sessionId, customerId, by: 'user' })
  })
}

/** Yields the number of unseen replies, first now and then at each possible change, until `signal` aborts. */
export function watchUnseen(app: AppContext, customerId: string, signal: AbortSignal): AsyncGenerator<number> {
  const names = ['chat.message-sent', 'chat.seen'] as const
  const events = app.events.subscribe(names, signal, (event) => event.customerId === customerId)
  return statesOf(events, () => countUnseenReplies(app.db, customerId))
}
