import { useLayoutEffect, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { joinProblems } from '#client/lib/upload-failure.ts'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import { uploadMessages } from '#shared/upload.ts'
import { preparePhoto } from './prepare-photo.ts'
import { uploadFile } from './upload-file.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'
import type { Uploads } from './use-uploads.ts'

/** The upload queue of this order. The wizard stores it, because it outlives this step. */
export function useUploadQueue({ queue: present, setQueue }: Uploads): UploadQueue {
  const toast = useToast()
  const dropErrorToast = useDropErrorToast()
  const { mutate: removeUpload } = trpc.exchange.removeUpload.useMutation()
  const [queue] = useState(
    () =>
      present ??
      createUploadQueue({
        prepare: preparePhoto,
        send: uploadFile,
        // The server deletes unattached uploads, so a failure can be ignored.
        discard: (fileId) => removeUpload({ fileId }),
        onMended: dropErrorToast,
        onSettled: ({ uploaded, problems }) => {
          if (problems.length > 0)
            toast({ title: uploadMessages.errorTitle, description: joinProblems(problems), tone: 'error' })
          else toast({ title: uploadMessages.doneTitle, description: uploadMessages.done(uploaded), tone: 'success' })
        },
      }),
  )
  // Registers the queue with the wizard before the first interaction.
  useLayoutEffect(() => setQueue(queue), [queue, setQueue])
  return queue
}
