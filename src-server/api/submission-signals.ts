import type { AppContext } from '../context.ts'
import type { AppEvents } from '../events/event-bus.ts'

type SubmissionEvent = AppEvents['submission.created'] | AppEvents['submission.status-changed']

/**
 * The ids of submissions as they are made and changed, from this call until `signal` aborts; null says that some were
 * missed. Listening starts before the generator is first read.
 */
export function submissionSignals(
  app: AppContext,
  signal: AbortSignal | undefined,
  concerns: (event: SubmissionEvent) => boolean,
): AsyncGenerator<{ submissionId: string | null }> {
  const names = ['submission.created', 'submission.status-changed'] as const
  const events = app.events.subscribe(names, signal ?? AbortSignal.abort())
  return (async function* () {
    for await (const event of events) {
      if (event.name === 'resync') yield { submissionId: null }
      else if (concerns(event)) yield { submissionId: event.submissionId }
    }
  })()
}
