import { useId, useRef } from 'react'
import { FieldError } from '#client/ui/field-error.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { minimumFiles } from '#shared/brand.ts'
import { submitProblemMessages } from '#shared/submission.ts'
import { MAX_FILES_PER_ORDER } from '#shared/upload.ts'
import { FileDrop } from './file-drop.tsx'
import { FileList } from './file-list.tsx'
import { RejectedFiles } from './rejected-files.tsx'
import { UploadAnnouncer } from './upload-announcer.tsx'
import { type PhotoSlot, photoSlots, type UploadsSnapshot } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'
import styles from './upload-step.module.css'
import { usePastedFiles } from './use-pasted-files.ts'

type PhotoSectionProps = { brandSlug: string; uploads: UploadsSnapshot; queue: UploadQueue; error?: string }

/** The photos: one place to drop them, or a front and a back for brands that need both. Pasting works too. */
export function PhotoSection({ brandSlug, uploads, queue, error }: PhotoSectionProps) {
  const { items, problems, heldBack } = uploads
  const zone = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const needsBothSides = minimumFiles(brandSlug) > 1
  const focusZone = () => zone.current?.querySelector('button')?.focus()
  usePastedFiles((files) => void queue.add(files, needsBothSides ? photoSlots : []))

  function addOthers() {
    // The pressed button goes with the message.
    focusZone()
    void queue.addHeldBack()
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
        up to 10MB each, {MAX_FILES_PER_ORDER} at most.
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
      <RejectedFiles problems={problems} heldBack={heldBack} onAddOthers={addOthers} />
      <FileList items={items} queue={queue} onEmptied={focusZone} />
      <UploadAnnouncer items={items} />
    </section>
  )
}

/** Two photos dropped on 'Back' are back and front. */
function inOrderFrom(first: PhotoSlot): PhotoSlot[] {
  return [first, ...photoSlots.filter((slot) => slot !== first)]
}
