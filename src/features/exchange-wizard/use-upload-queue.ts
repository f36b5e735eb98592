import { useLayoutEffect, useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { publishSessionEnd } from '#client/lib/session-end.ts'
import { trpc } from '#client/lib/trpc.ts'
import { joinProblems, UNAUTHORIZED, uploadFailure } from '#client/lib/upload-failure.ts'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import type { UploadedFile } from '#shared/submission-schema.ts'
import { uploadMessages } from '#shared/upload.ts'
import { preparePhoto } from './prepare-photo.ts'
import { isUploading, uploadedIds } from './upload-item.ts'
import { createUploadQueue, type SendFile, UploadError } from './upload-queue.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

/** A component above stores the queue, because it stays longer than the form. */
export function useUploadQueue({ queue: present, setQueue }: Uploads, maxFiles?: number) {
  const toast = useToast()
  const dropErrorToast = useDropErrorToast()
  const { mutate: removeUpload } = trpc.exchange.removeUpload.useMutation()
  const [queue] = useState(
    () =>
      present ??
      createUploadQueue({
        maxFiles,
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
  // Registers the queue above before the first interaction.
  useLayoutEffect(() => setQueue(queue), [queue, setQueue])
  return queue
}

type DialogPhotosInput = { isSignedOut: boolean; maxFiles: number; onClose: () => void }

/** The photos of a dialog. Closing it removes them, unless they were sent. */
export function useDialogPhotos({ isSignedOut, maxFiles, onClose }: DialogPhotosInput) {
  const uploads = useUploads({ isSignedOut })
  const queue = useUploadQueue(uploads, maxFiles)
  const { items } = uploads
  return {
    photos: { maxFiles, uploads, queue },
    fileIds: uploadedIds(items),
    isUploading: isUploading(items),
    finish() {
      queue.clear()
      onClose()
    },
    close() {
      for (const { key } of items) queue.remove(key)
      onClose()
    },
  }
}

/** Sends one file to `POST /api/uploads`. XMLHttpRequest, because fetch cannot report upload progress. */
const uploadFile: SendFile = (file, name, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', withBase('/api/uploads'))
    request.responseType = 'json'
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => {
      const { status, response } = request
      if (status === 201 && response) return resolve(response as UploadedFile)
      if (status === UNAUTHORIZED) publishSessionEnd()
      reject(new UploadError(uploadFailure(name, status, response), status))
    }
    request.onerror = () => reject(new UploadError(uploadMessages.failed(name), 0))
    request.onabort = () => reject(new UploadError(uploadMessages.failed(name), 0))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file, name)
    request.send(form)
  })
