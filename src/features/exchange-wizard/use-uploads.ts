import { useEffect, useState, useSyncExternalStore } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import type { UploadQueue, UploadsSnapshot } from './upload-queue.ts'

export type Uploads = UploadsSnapshot & { queue: UploadQueue }

const noFiles: UploadsSnapshot = { items: [], problems: [] }
const never = () => () => undefined
const none = () => noFiles

/**
 * The files of this order. They stay while the steps change and are forgotten with the wizard. Undefined until they
 * are `wanted` for the first time: what sends files is no part of the first load.
 */
export function useUploads(wanted: boolean): Uploads | undefined {
  const toast = useToast()
  const { mutate: removeUpload } = trpc.exchange.removeUpload.useMutation()
  const [queue, setQueue] = useState<UploadQueue>()
  const snapshot = useSyncExternalStore(queue?.subscribe ?? never, queue?.getSnapshot ?? none, none)

  // Code from the network. It comes with the step that shows the files, which fails in words when it cannot.
  useEffect(() => {
    if (!wanted || queue) return
    let isOver = false
    import('./open-uploads.ts').then(
      ({ openUploads }) => {
        if (!isOver) setQueue(openUploads({ toast, discard: (fileId) => removeUpload({ fileId }) }))
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [wanted, queue, toast, removeUpload])

  // The network: uploads that failed without it go on when it is back, and none outlives the page.
  useEffect(() => {
    if (!queue) return
    const resume = () => void queue.retryOffline()
    window.addEventListener('online', resume)
    return () => {
      window.removeEventListener('online', resume)
      queue.clear()
    }
  }, [queue])

  return queue && { ...snapshot, queue }
}
