import type { ChatSignal } from '#shared/inbox-schema.ts'
import type { AppContext } from '../context.ts'
import { findInboxSession } from './inbox-queries.ts'

/**
 * Yields conversations that are new or changed, until `signal` aborts. A null id means that events were missed. For a
 * customer's message, `from` is the customer's name.
 */
export function watchInbox(app: AppContext, signal: AbortSignal): AsyncGenerator<ChatSignal> {
  const names = ['chat.message-sent', 'chat.seen', 'chat.session-changed'] as const
  // A customer's seen sequence does not change the list.
  const events = app.events.subscribe(names, signal, (event) => event.name !== 'chat.seen' || event.by === 'admin')
  return (async function* () {
    for await (const event of events) {
      if (event.name === 'resync') yield { sessionId: null, from: null }
      else if (event.name === 'chat.message-sent' && event.by === 'user')
        // The conversation may have been deleted in between.
        yield { sessionId: event.sessionId, from: (await findInboxSession(app.db, event.sessionId))?.user_name ?? null }
      else yield { sessionId: event.sessionId, from: null }
    }
  })()
}
