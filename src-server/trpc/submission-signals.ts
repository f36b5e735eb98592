import type { AppContext } from '../context.ts'
import type { AppEvents } from '../events/event-bus.ts'

type SubmissionEvent = AppEvents['submission.created'] | AppEvents['submission.status-changed']
type Signal = { submissionId: string | null }
type Signals = AsyncGenerator<Signal>

const submissionEvents = ['submission.created', 'submission.status-changed', 'data.cleared'] as const

/**
 * The ids of new and changed submissions, from this call until `signal` aborts; null when some were missed or all
 * were deleted. Listening starts before the generator is first read.
 */
export function submissionSignals(
  app: AppContext,
  signal: AbortSignal,
  concerns: (event: SubmissionEvent) => boolean,
): Signals {
  const events = app.events.subscribe(submissionEvents, signal)
  return (async function* () {
    for await (const event of events) {
      if (!('submissionId' in event)) yield { submissionId: null }
      else if (concerns(event)) yield { submissionId: event.submissionId }
    }
  })()
}

/** The same for staff, with new notes and erased security codes; `isNew` marks new submissions. */
export function reviewSignals(app: AppContext, signal: AbortSignal): AsyncGenerator<Signal & { isNew?: true }> {
  const names = [...submissionEvents, 'submission.note-added', 'submission.code-erased'] as const
  const events = app.events.subscribe(names, signal)
  return (async function* () {
    for await (const event of events)
      yield {
        submissionId: 'submissionId' in event ? event.submissionId : null,
        ...(event.name === 'submission.created' && { isNew: true }),
      }
  })()
}
