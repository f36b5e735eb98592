import { useEffect, useState, useSyncExternalStore } from 'react'
import { noUploads } from './no-uploads.ts'
import type { UploadsSnapshot } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'

/** `queue` is missing until step 3 has brought it along. */
export type Uploads = UploadsSnapshot & { queue: UploadQueue | undefined; setQueue: (queue: UploadQueue) => void }

const neverChanges = () => () => {}
const nothing = () => noUploads

/** The files of this order. They stay while the steps change and are forgotten with the wizard. */
export function useUploads({ isSignedOut }: { isSignedOut: boolean }): Uploads {
  const [queue, setQueue] = useState<UploadQueue>()
  const snapshot = useSyncExternalStore(queue?.subscribe ?? neverChanges, queue?.getSnapshot ?? nothing, nothing)

  // The network: uploads that failed without it go on when it is back, and none outlives the page.
  useEffect(() => {
    if (!queue) return
    const resume = () => void queue.retryWaiting('network')
    window.addEventListener('online', resume)
    return () => {
      window.removeEventListener('online', resume)
      queue.clear()
    }
  }, [queue])

  // The session: what was refused without it goes on when the customer is back.
  useEffect(() => {
    if (!isSignedOut) void queue?.retryWaiting('sign-in')
  }, [queue, isSignedOut])

  return { ...snapshot, queue, setQueue }
}
