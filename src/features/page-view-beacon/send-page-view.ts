import { withBase } from '#client/lib/base-path.ts'
import type { CountedPage, PageViewKind } from '#shared/analytics.ts'
import { visitorId } from './visitor-id.ts'

/** Sends one sign of this visitor, without waiting; the browser delivers it even when the page ends. */
export function sendPageView(page: CountedPage, sign: PageViewKind): void {
  const body = JSON.stringify({ visitorId: visitorId(), page, sign })
  navigator.sendBeacon(withBase('/api/visits'), new Blob([body], { type: 'application/json' }))
}
