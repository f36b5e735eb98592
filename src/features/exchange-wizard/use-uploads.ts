import { useEffect, useState, useSyncExternalStore } from 'react'
import { noUploads } from './no-uploads.ts'
import type { UploadsSnapshot } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'

/** `queue` is undefined until step 3 has loaded. */
export type Uploads = UploadsSnapshot & { queue: UploadQueue | undefined; setQueue: (queue: UploadQueue) => void }

const neverChanges = () => () => {}
const nothing = () => noUploads

export function useUploads({ isSignedOut }: { isSignedOut: boolean }): Uploads {
  const [queue, setQueue] = useState<UploadQueue>()
  const snapshot = useSyncExternalStore(queue?.subscribe ?? neverChanges, queue?.get ?? nothing, nothing)

  // Retries uploads that failed offline; cancels all uploads on unmount.
  useEffect(() => {
    if (!queue) return
    const resume = () => void queue.retryWaiting('network')
    window.addEventListener('online', resume)
    return () => {
      window.removeEventListener('online', resume)
      queue.clear()
    }
  }, [queue])

  useEffect(() => {
    if (!isSignedOut) void queue?.retryWaiting('sign-in')
  }, [queue, isSignedOut])

  return { ...snapshot, queue, setQueue }
}
