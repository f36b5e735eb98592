import type { AppContext } from '../../context.ts'

/** The ids of added and changed staff, until `signal` aborts; null when some were missed. */
export function staffSignals(
  app: AppContext,
  signal: AbortSignal,
  concerns: (staffId: string) => boolean,
): AsyncGenerator<{ staffId: string | null }> {
  const events = app.events.subscribe(['staff.changed'], signal)
  return (async function* () {
    for await (const event of events) {
      if (event.name === 'resync') yield { staffId: null }
      else if (concerns(event.staffId)) yield { staffId: event.staffId }
    }
  })()
}
