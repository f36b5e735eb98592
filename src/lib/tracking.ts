import type { TrackedEvent } from '#shared/tracking.ts'
import { localPreference } from './local-preference.ts'

/** Whether third-party tracking is allowed on this device; undefined until the visitor has decided. */
export const trackingConsent = localPreference('measuring', ['accepted', 'declined'])

const MAX_WAITING = 20
let waiting: TrackedEvent[] = []
let deliver: (() => void) | undefined

/** Reports an event to third-party tracking, queued until its scripts are loaded. Without consent it is dropped. */
export function trackEvent(tracked: TrackedEvent) {
  if (trackingConsent.get() !== 'accepted') return
  waiting = [...waiting, tracked].slice(-MAX_WAITING)
  deliver?.()
}

/** Passes queued and later events to `take`, each once, until the returned function is called. */
export function takeTrackedEvents(take: (tracked: TrackedEvent) => void) {
  const own = () => {
    const taken = waiting
    waiting = []
    for (const tracked of taken) take(tracked)
  }
  deliver = own
  own()
  return () => {
    if (deliver === own) deliver = undefined
  }
}
