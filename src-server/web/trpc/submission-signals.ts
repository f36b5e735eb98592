import type { AppContext } from '../../context.ts'
import type { AppEvent, AppEvents } from '../../platform/events/event-bus.ts'

type SubmissionEvent = Pick<AppEvents['submission.created'], 'customerId'>
type Subscribed = Extract<AppEvent, { name: (typeof submissionEvents)[number] }>
type Signal = { submissionId: string | null }
type Signals = AsyncGenerator<Signal>

const submissionEvents = [
  'submission.created',
  'submission.status-changed',
  'submission.overdue',
  'payout.changed',
  'data.cleared',
] as const

/**
 * The ids of submissions that are new or changed, or whose payout has changed, until `signal` aborts; null when some
 * were missed or all were deleted. Changes that arrive together are one signal.
 */
export function submissionSignals(
  app: AppContext,
  signal: AbortSignal,
  concerns: (event: SubmissionEvent) => boolean,
): Signals {
  const isConcerned = (event: Subscribed) => !('customerId' in event) || concerns(event)
  const events = app.events.subscribe(submissionEvents, signal, isConcerned, changeOf)
  return (async function* () {
    for await (const event of events) {
      if (!('customerId' in event)) yield { submissionId: null }
      else for (const submissionId of changedIn(event)) yield { submissionId }
    }
  })()
}

/** The same for staff, with notes, erased security codes and what became of cards. */
export function reviewSignals(app: AppContext, signal: AbortSignal): Signals {
  const names = [...submissionEvents, 'submission.note-added', 'submission.code-erased', 'item.changed'] as const
  const events = app.events.subscribe(names, signal, undefined, changeOf)
  return (async function* () {
    for await (const event of events) {
      const changed = event.name === 'resync' || event.name === 'data.cleared' ? [null] : changedIn(event)
      for (const submissionId of changed) yield { submissionId }
    }
  })()
}

/** The same for events of one change. */
function changeOf(event: AppEvent): string {
  return 'submissionId' in event || 'submissionIds' in event ? changedIn(event).join() : event.name
}

function changedIn(event: { submissionId: string } | { submissionIds: readonly string[] }): readonly string[] {
  return 'submissionIds' in event ? event.submissionIds : [event.submissionId]
}
