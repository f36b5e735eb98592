import type { AppContext } from '../../context.ts'

/** The ids of new and changed customers, until `signal` aborts; null when some were missed or all were deleted. */
export function userSignals(app: AppContext, signal: AbortSignal): AsyncGenerator<{ userId: string | null }> {
  const names = ['submission.created', 'submission.status-changed', 'user.changed', 'data.cleared'] as const
  const events = app.events.subscribe(names, signal)
  return (async function* () {
    for await (const event of events) {
      if (event.name === 'resync' || event.name === 'data.cleared') yield { userId: null }
      else yield { userId: event.name === 'user.changed' ? event.userId : event.customerId }
    }
  })()
}
