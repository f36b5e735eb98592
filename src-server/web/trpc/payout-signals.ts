import type { AppContext } from '../../context.ts'

/** The ids of new and changed payouts, from this call until `signal` aborts; null when some were missed. */
export function payoutSignals(app: AppContext, signal: AbortSignal): AsyncGenerator<{ payoutId: string | null }> {
  const events = app.events.subscribe(['payout.changed', 'data.cleared'], signal)
  return (async function* () {
    for await (const event of events) yield { payoutId: event.name === 'payout.changed' ? event.payoutId : null }
  })()
}
