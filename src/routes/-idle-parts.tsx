import { SessionWatch } from '#client/features/account/session-watch.tsx'
import { OfflineNotice } from '#client/features/offline/offline-notice.tsx'

/** What no page needs at first: the bar of an offline browser, and what follows the end of a session. */
export function IdleParts() {
  return (
    <>
      <OfflineNotice />
      <SessionWatch />
    </>
  )
}
