import { useEffect, useState, useSyncExternalStore } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { uploadWords } from '#shared/upload.ts'
import { uploadFile } from './upload-file.ts'
import { createUploadQueue, type UploadQueue, type UploadsSnapshot } from './upload-queue.ts'

export type Uploads = UploadsSnapshot & { queue: UploadQueue }

/** The files of this order. They stay while the steps change and are forgotten with the wizard. */
export function useUploads(): Uploads {
  const toast = useToast()
  const { mutate: removeUpload } = trpc.exchange.removeUpload.useMutation()
  const [queue] = useState(() =>
    createUploadQueue({
      send: uploadFile,
      discard: (fileId) => removeUpload({ fileId }),
      onSettled: ({ uploaded, problems }) => {
        if (problems.length > 0)
          toast({ title: uploadWords.errorTitle, description: problems.join(' '), tone: 'error' })
        else toast({ title: uploadWords.doneTitle, description: uploadWords.done(uploaded), tone: 'success' })
      },
    }),
  )
  const snapshot = useSyncExternalStore(queue.subscribe, queue.getSnapshot, queue.getSnapshot)

  // The network: uploads that failed without it go on when it is back, and none outlives the page.
  useEffect(() => {
    const resume = () => void queue.retryOffline()
    window.addEventListener('online', resume)
    return () => {
      window.removeEventListener('online', resume)
      queue.clear()
    }
  }, [queue])

  return { ...snapshot, queue }
}
