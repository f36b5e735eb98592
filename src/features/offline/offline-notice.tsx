import { useEffect, useSyncExternalStore } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { offline } from '#shared/offline.ts'
import styles from './offline-notice.module.css'

/** Installs the service worker with the offline page, and shows a bar while the browser has no network. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)

  useEffect(() => {
    if (import.meta.env.PROD)
      navigator.serviceWorker
        ?.register(withBase(`/${offline.worker}`), { updateViaCache: 'none' })
        .catch(() => undefined)
  }, [])

  return (
    <div aria-live="polite" className={styles.notice}>
      {!isOnline && <p className="any-width text-sm medium">You're offline. What you entered stays on this page.</p>}
    </div>
  )
}

function subscribe(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
