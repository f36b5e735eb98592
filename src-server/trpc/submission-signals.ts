import type { AppContext } from '../context.ts'
import type { AppEvents } from '../events/event-bus.ts'

type SubmissionEvent = Pick<AppEvents['submission.created'], 'customerId'>
type Signal = { submissionId: string | null }
type Signals = AsyncGenerator<Signal>

const submissionEvents = ['submission.created', 'submission.status-changed', 'payout.changed', 'data.cleared'] as const

/**
 * The ids of submissions that are new or changed, or whose payout has changed, from this call until `signal` aborts; null when some were missed or all
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
      if (!('customerId' in event)) yield { submissionId: null }
      else if (concerns(event)) for (const submissionId of changedIn(event)) yield { submissionId }
    }
  })()
}

/** The same for staff, with new notes and erased security codes; `isNew` marks new submissions. */
export function reviewSignals(app: AppContext, signal: AbortSignal): AsyncGenerator<Signal & { isNew?: true }> {
  const names = [...submissionEvents, 'submission.note-added', 'submission.code-erased'] as const
  const events = app.events.subscribe(names, signal)
  return (async function* () {
    for await (const event of events) {
      const changed = event.name === 'resync' || event.name === 'data.cleared' ? [null] : changedIn(event)
      for (const submissionId of changed)
        yield { submissionId, ...(event.name === 'submission.created' && { isNew: true }) }
    }
  })()
}

function changedIn(event: { submissionId: string } | { submissionIds: readonly string[] }): readonly string[] {
  return 'submissionIds' in event ? event.submissionIds : [event.submissionId]
}
