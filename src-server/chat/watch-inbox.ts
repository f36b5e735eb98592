import type { ChatSignal } from '#shared/inbox-schema.ts'
import type { AppContext } from '../context.ts'

/** New or changed conversations until `signal` aborts. A null id means that events were missed. */
export function watchInbox(app: AppContext, signal: AbortSignal): AsyncGenerator<ChatSignal> {
  const names = ['chat.message-sent', 'chat.seen', 'chat.session-changed'] as const
  // A customer's seen sequence does not change the list.
  const events = app.events.subscribe(names, signal, (event) => event.name !== 'chat.seen' || event.by === 'admin')
  return (async function* () {
    for await (const event of events) {
      const hasWritten = event.name === 'chat.message-sent' && event.by === 'user'
      yield { sessionId: event.name === 'resync' ? null : event.sessionId, hasWritten }
    }
  })()
}
