import type { ChatSignal } from '#shared/inbox.ts'
import type { AppContext } from '../context.ts'
import { findInboxSession } from './inbox-queries.ts'

/**
 * Which conversation is new or has changed for the desk, from this call until `signal` aborts; null says that some were
 * missed. What a customer wrote names them.
 */
export function watchInbox(ctx: AppContext, signal: AbortSignal): AsyncGenerator<ChatSignal> {
  const names = ['chat.message-sent', 'chat.seen', 'chat.session-changed'] as const
  // What a customer has seen changes nothing in the list.
  const events = ctx.events.subscribe(names, signal, (event) => event.name !== 'chat.seen' || event.by === 'admin')
  return (async function* () {
    for await (const event of events) {
      if (event.name === 'resync') yield { sessionId: null, from: null }
      else if (event.name === 'chat.message-sent' && event.by === 'user')
        // It may be deleted by now.
        yield { sessionId: event.sessionId, from: (await findInboxSession(ctx.db, event.sessionId))?.user_name ?? null }
      else yield { sessionId: event.sessionId, from: null }
    }
  })()
}
