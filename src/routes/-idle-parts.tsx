import { SessionWatch } from '#client/features/account/session-watch.tsx'
import { CatalogueWatch } from '#client/features/catalogue/catalogue-watch.tsx'
import { OfflineNotice } from '#client/features/offline/offline-notice.tsx'
import { followTranslation } from '#client/lib/follow-translation.ts'

followTranslation()

/** What no page needs at first: the bar of an offline browser, and what follows a session and the catalogue. */
export function IdleParts() {
  return (
    <>
      <OfflineNotice />
      <SessionWatch />
      <CatalogueWatch />
    </>
  )
}
