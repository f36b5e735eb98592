import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { pastedFiles } from '#client/lib/pasted-files.ts'
import { publishSessionEnd } from '#client/lib/session-end.ts'
import { trpc } from '#client/lib/trpc.ts'
import { joinProblems, UNAUTHORIZED, uploadFailure } from '#client/lib/upload-failure.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import type { Brand } from '#shared/brand.ts'
import { morePhotos } from '#shared/submission.ts'
import type { UploadedFile } from '#shared/submission-schema.ts'
import { MAX_FILES_PER_SUBMISSION, type PhotoSlot, uploadMessages } from '#shared/upload.ts'
import { FilesDrop, PhotoSlotDrop } from './file-drop.tsx'
import { FileList } from './file-list.tsx'
import { preparePhoto } from './prepare-photo.ts'
import { isWaiting } from './submission-input.ts'
import { isUploading, type UploadItem, type UploadsSnapshot, uploadedIds } from './upload-item.ts'
import { createUploadQueue, type SendFile, UploadError, type UploadQueue } from './upload-queue.ts'
import styles from './upload-step.module.css'
import { type Uploads, useUploads } from './use-uploads.ts'

type PhotoSectionProps = {
  slots?: readonly PhotoSlot[]
  /** The brand of a new order, which says how many photos it needs; undefined for an order that was sent before. */
  brand?: Brand
  maxFiles?: number
  title?: string
  hint?: string
  uploads: UploadsSnapshot
  queue: UploadQueue
  error?: string
  warning?: string
}

export function PhotoSection({ slots = [], brand, uploads, queue, error, warning, ...limits }: PhotoSectionProps) {
  const { items, problems, deferred } = uploads
  const zone = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const { maxFiles = MAX_FILES_PER_SUBMISSION, title, hint } = limits
  const needed = brand?.rules.photosNeeded ?? 0
  const focusZone = () => zone.current?.querySelector('button')?.focus()
  const addAny = (files: File[]) => files.length > 0 && void queue.add(files, slots)
  usePastedFiles(addAny)

  function addTo(slot: PhotoSlot, files: File[]) {
    if (files.length === 0) return
    // The second of two photos goes to the next free slot.
    const others = slots.filter((other) => other !== slot)
    void queue.add(files, [slot, ...others], items.find((item) => item.slot === slot)?.key)
  }

  function addOthers() {
    // The pressed button disappears with the message.
    focusZone()
    void queue.addDeferred()
  }

  return (
    <section className={`stack gap-4 shrinks ${styles.section}`} aria-labelledby="photos-title">
      <h3 id="photos-title">{title ?? (brand ? 'Photos of the card' : maxFiles === 1 ? 'New photo' : 'New photos')}</h3>
      {brand && needed > 1 && items.length < needed && <Notice tone="bad">{morePhotos(brand)}</Notice>}
      {brand && items.length === 0 && (
        <Notice tone="warn">No file uploaded yet. Add at least one clear photo of your card.</Notice>
      )}
      <p id={hintId} className="muted">
        {hint ?? 'Show the whole card with the code uncovered and every digit readable.'} JPG, PNG, GIF or PDF, up to 10
        MB each, {maxFiles === 1 ? '1 file' : `${maxFiles} files`} max.
      </p>
      <div ref={zone} data-field="files" className="stack gap-3">
        {slots.length > 0 && (
          <div className={`stack gap-3 ${styles.slots}`}>
            {slots.map((slot) => (
              <PhotoSlotDrop
                key={slot}
                slot={slot}
                optional={needed === 1 && slot === 'back'}
                item={items.find((item) => item.slot === slot)}
                hintId={hintId}
                onFiles={(files) => addTo(slot, files)}
              />
            ))}
          </div>
        )}
        <FilesDrop hintId={hintId} isSingle={maxFiles === 1} onFiles={addAny} />
      </div>
      {error &&
        (isWaiting({ message: error }) ? <Notice tone="info">{error}</Notice> : <FieldError>{error}</FieldError>)}
      {warning && <FieldError tone="warn">{warning}</FieldError>}
      <RejectedFiles problems={problems} deferred={deferred} onAddOthers={addOthers} />
      <FileList items={items} queue={queue} onEmptied={focusZone} />
      <UploadAnnouncer items={items} />
    </section>
  )
}

type RejectedFilesProps = { problems: readonly string[]; deferred: number; onAddOthers: () => void }

function RejectedFiles({ problems, deferred, onAddOthers }: RejectedFilesProps) {
  if (problems.length === 0) return null
  return (
    <Notice tone="bad" role="alert" title="These files were not added">
      <ul className={styles.points}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {deferred > 0 && (
        <SmallButton className="margin-top-2" onClick={onAddOthers}>
          {deferred === 1 ? 'Add the other file' : `Add the other ${deferred}`}
        </SmallButton>
      )}
    </Notice>
  )
}

/** Announces the start, the middle and the end of each upload. Failures are announced by toasts. */
function UploadAnnouncer({ items }: { items: readonly UploadItem[] }) {
  return (
    <div className="visually-hidden" aria-live="polite">
      {items.map(({ key, name, state }) => (
        <p key={key}>
          {state.status === 'uploading' && (state.fraction < 0.5 ? `Uploading ${name}` : `${name} is half uploaded`)}
          {state.status === 'done' && `${name} is uploaded`}
        </p>
      ))}
    </div>
  )
}

/** Handles files pasted anywhere on the page; a field of text gets the text that comes with them. */
function usePastedFiles(onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles)

  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData: data, target } = event
      if (!data) return
      const isField = target instanceof HTMLElement && target.matches('input, textarea')
      const files = isField ? pastedFiles(data) : [...data.files]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
}

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
