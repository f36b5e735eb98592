import type { AppContext } from '../../context.ts'

/** The order ids of items that are new or changed, from this call until `signal` aborts; null when some were missed. */
export function itemSignals(app: AppContext, signal: AbortSignal): AsyncGenerator<{ id: string | null }> {
  const events = app.events.subscribe(['item.changed', 'payout.changed', 'data.cleared'], signal)
  return (async function* () {
    for await (const event of events) {
      if ('submissionIds' in event) for (const id of event.submissionIds) yield { id }
      else yield { id: null }
    }
  })()
}
