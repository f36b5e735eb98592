import type { TrackedEvent } from '#shared/tracking.ts'
import { localPreference } from './local-preference.ts'

/** Whether scripts of others may measure on this device; undefined until somebody has chosen. */
export const trackingConsent = localPreference('measuring', ['accepted', 'declined'])

const MOST_WAITING = 20
let waiting: TrackedEvent[] = []
let deliver: (() => void) | undefined

/** Tells those who measure, now or when they are there again. Without consent nothing is even kept. */
export function measure(measured: TrackedEvent): void {
  if (trackingConsent.get() !== 'accepted') return
  waiting = [...waiting, measured].slice(-MOST_WAITING)
  deliver?.()
}

/** Hands what waits, and what follows, to `take`, each once, until the returned function is called. */
export function takeTrackedEvents(take: (measured: TrackedEvent) => void): () => void {
  const own = () => {
    const taken = waiting
    waiting = []
    for (const measured of taken) take(measured)
  }
  deliver = own
  own()
  return () => {
    if (deliver === own) deliver = undefined
  }
}
