import type { Measured } from '#shared/tracking.ts'
import { deviceSetting } from './local-preference.ts'

/** Whether scripts of others may measure on this device; undefined until somebody has chosen. */
export const measuringConsent = deviceSetting('measuring', ['accepted', 'declined'])

const MOST_WAITING = 20
let waiting: Measured[] = []
let deliver: (() => void) | undefined

/** Tells those who measure, now or when they are there again. Without consent nothing is even kept. */
export function measure(measured: Measured): void {
  if (measuringConsent.get() !== 'accepted') return
  waiting = [...waiting, measured].slice(-MOST_WAITING)
  deliver?.()
}

/** Hands what waits, and what follows, to `take`, each once, until the returned function is called. */
export function takeMeasured(take: (measured: Measured) => void): () => void {
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
