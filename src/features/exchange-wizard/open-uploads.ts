import type { ToastMessage } from '#client/ui/toast-view.tsx'
import { uploadWords } from '#shared/upload.ts'
import { uploadFile } from './upload-file.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'

type OpenUploadsInput = { toast: (message: ToastMessage) => void; discard: (fileId: string) => void }

/** An empty queue that sends to our server and says how each batch went. */
export function openUploads({ toast, discard }: OpenUploadsInput): UploadQueue {
  return createUploadQueue({
    send: uploadFile,
    discard,
    onSettled: ({ uploaded, problems }) => {
      if (problems.length > 0) toast({ title: uploadWords.errorTitle, description: problems.join(' '), tone: 'error' })
      else toast({ title: uploadWords.doneTitle, description: uploadWords.done(uploaded), tone: 'success' })
    },
  })
}
