import type { AppContext } from '../../context.ts'
import type { AppEvents, Delivered } from '../../platform/events/event-bus.ts'

const submissionEvents = [
  'submission.created',
  'submission.status-changed',
  'submission.overdue',
  'payout.changed',
  'data.cleared',
] as const

/**
 * What is new or changed, until the subscription ends; null when events were missed or all rows were deleted. Callers
 * subscribe before the generator is first read, so that no event in between is lost.
 */
async function* each<Event, Signal>(
  events: AsyncIterable<Event>,
  signalsOf: (event: Event) => readonly Signal[],
): AsyncGenerator<Signal> {
  for await (const event of events) yield* signalsOf(event)
}

/** Submissions, and those whose payout has changed. Changes that arrive together are one signal. */
export function submissionSignals(
  { events }: AppContext,
  signal: AbortSignal,
  concerns: (event: Pick<AppEvents['submission.created'], 'customerId'>) => boolean,
) {
  const isConcerned = (event: Delivered) => !('customerId' in event) || concerns(event)
  return each(events.subscribe(submissionEvents, signal, isConcerned, changeOf), submissionsOf)
}

/** The same for staff, with notes, erased security codes and what became of cards. */
export function reviewSignals({ events }: AppContext, signal: AbortSignal) {
  const names = [...submissionEvents, 'submission.note-added', 'submission.code-erased', 'item.changed'] as const
  return each(events.subscribe(names, signal, undefined, changeOf), submissionsOf)
}

/** Bought cards by the ids of their orders. */
export function itemSignals({ events }: AppContext, signal: AbortSignal) {
  const changes = events.subscribe(['item.changed', 'payout.changed', 'data.cleared'], signal)
  return each(changes, (event) => submissionsOf(event).map(({ submissionId: id }) => ({ id })))
}

export function payoutSignals({ events }: AppContext, signal: AbortSignal) {
  const changes = events.subscribe(['payout.changed', 'act.changed', 'data.cleared'], signal)
  return each(changes, (event) => [{ payoutId: 'payoutId' in event ? event.payoutId : null }])
}

/** Customers, by their submissions too. */
export function userSignals({ events }: AppContext, signal: AbortSignal) {
  const names = ['submission.created', 'submission.status-changed', 'user.changed', 'data.cleared'] as const
  return each(events.subscribe(names, signal), (event) => {
    if ('userId' in event) return [{ userId: event.userId }]
    return [{ userId: 'customerId' in event ? event.customerId : null }]
  })
}

export function staffSignals({ events }: AppContext, signal: AbortSignal, concerns: (staffId: string) => boolean) {
  const changes = events.subscribe(['staff.changed'], signal, ({ staffId }) => concerns(staffId))
  return each(changes, (event) => [{ staffId: 'staffId' in event ? event.staffId : null }])
}

export function auditSignals({ events }: AppContext, signal: AbortSignal) {
  const entries = events.subscribe(['audit.written'], signal)
  return each(entries, (event) => [{ sequence: 'sequence' in event ? event.sequence : null }])
}

/** The same for events of one change. */
function changeOf(event: Delivered) {
  return submissionsOf(event)
    .map(({ submissionId }) => submissionId ?? event.name)
    .join()
}

function submissionsOf(event: Delivered) {
  if ('submissionIds' in event) return event.submissionIds.map((submissionId) => ({ submissionId }))
  return [{ submissionId: 'submissionId' in event ? event.submissionId : null }]
}
