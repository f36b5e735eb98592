import { useEffect, useId, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { minimumFiles } from '#shared/brand.ts'
import { submitProblemMessages } from '#shared/submission.ts'
import { MAX_FILES_PER_SUBMISSION } from '#shared/upload.ts'
import { FileDrop } from './file-drop.tsx'
import { FileList } from './file-list.tsx'
import { type PhotoSlot, photoSlots, type UploadItem, type UploadsSnapshot } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'
import styles from './upload-step.module.css'

type PhotoSectionProps = { brandSlug: string; uploads: UploadsSnapshot; queue: UploadQueue; error?: string }

/** The photos: one drop zone, or front and back for brands that need both. Accepts pasted files. */
export function PhotoSection({ brandSlug, uploads, queue, error }: PhotoSectionProps) {
  const { items, problems, deferred } = uploads
  const zone = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const needsBothSides = minimumFiles(brandSlug) > 1
  const focusZone = () => zone.current?.querySelector('button')?.focus()
  usePastedFiles((files) => void queue.add(files, needsBothSides ? photoSlots : []))

  function addOthers() {
    // The pressed button disappears with the message.
    focusZone()
    void queue.addDeferred()
  }

  return (
    <section className={styles.section} aria-labelledby="photos-title">
      <h3 id="photos-title">Photos of the card</h3>
      {needsBothSides && items.length < photoSlots.length && (
        <Notice tone="bad">{submitProblemMessages.visaFiles}</Notice>
      )}
      {items.length === 0 && (
        <Notice tone="warn">No file uploaded yet. Add at least one clear photo of your card.</Notice>
      )}
      <p id={hintId} className="muted">
        Show the whole card with the scratch-off layer removed, so that every digit can be read. JPG, PNG, GIF or PDF,
        up to 10MB each, {MAX_FILES_PER_SUBMISSION} at most.
      </p>
      <div ref={zone} data-field="files" className={needsBothSides ? styles.slots : undefined}>
        {needsBothSides ? (
          photoSlots.map((slot) => {
            const item = items.find((each) => each.slot === slot)
            return (
              <FileDrop
                key={slot}
                slot={slot}
                item={item}
                hintId={hintId}
                onFiles={(files) => void queue.add(files, inOrderFrom(slot), item?.key)}
              />
            )
          })
        ) : (
          <FileDrop hintId={hintId} onFiles={(files) => void queue.add(files)} />
        )}
      </div>
      {error && <FieldError>{error}</FieldError>}
      <RejectedFiles problems={problems} deferred={deferred} onAddOthers={addOthers} />
      <FileList items={items} queue={queue} onEmptied={focusZone} />
      <UploadAnnouncer items={items} />
    </section>
  )
}

/** Slots in the order in which a batch fills them: the second of two photos goes to the other side. */
function inOrderFrom(first: PhotoSlot): PhotoSlot[] {
  return [first, ...photoSlots.filter((slot) => slot !== first)]
}

type RejectedFilesProps = {
  problems: readonly string[]
  /** Number of valid files in the batch. */
  deferred: number
  onAddOthers: () => void
}

/** Explains why a batch was rejected and offers to add its valid files. */
function RejectedFiles({ problems, deferred, onAddOthers }: RejectedFilesProps) {
  if (problems.length === 0) return null
  return (
    <Notice tone="bad" role="alert" title="These files were not added">
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {deferred > 0 && (
        <Button variant="secondary" size="small" className={styles.others} onClick={onAddOthers}>
          {deferred === 1 ? 'Add the other file' : `Add the other ${deferred}`}
        </Button>
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

/** Handles files pasted anywhere on the page. Pasted text is ignored. */
function usePastedFiles(onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles)

  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
}
