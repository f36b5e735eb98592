import { useEffect, useId, useRef } from 'react'
import { FieldError } from '#client/ui/field-error.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { minimumFiles } from '#shared/brand.ts'
import { submitProblemWords } from '#shared/submission.ts'
import { MAX_FILES_PER_ORDER } from '#shared/upload.ts'
import { FileDrop } from './file-drop.tsx'
import { FileList } from './file-list.tsx'
import { type PhotoSlot, photoSlots } from './upload-queue.ts'
import styles from './upload-step.module.css'
import type { Uploads } from './use-uploads.ts'

type PhotoSectionProps = { brandSlug: string; uploads: Uploads; error?: string }

/** The photos: one place to drop them, or a front and a back for brands that need both. Pasting works too. */
export function PhotoSection({ brandSlug, uploads, error }: PhotoSectionProps) {
  const { items, problems, queue } = uploads
  const zone = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const needsBothSides = minimumFiles(brandSlug) > 1
  usePastedFiles((files) => void queue.add(files, needsBothSides ? photoSlots : []))

  return (
    <section className={styles.section} aria-labelledby="photos-title">
      <h3 id="photos-title">Photos of the card</h3>
      {needsBothSides && items.length < photoSlots.length && <Notice tone="bad">{submitProblemWords.visaFiles}</Notice>}
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
      {problems.length > 0 && (
        <Notice tone="bad" role="alert" title="These files were not added">
          <ul className={styles.problems}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <FileList
        items={items}
        onRetry={(key) => void queue.retry(key)}
        onRemove={queue.remove}
        onEmptied={() => zone.current?.querySelector('button')?.focus()}
      />
    </section>
  )
}

/** Two photos dropped on 'Back' are back and front. */
function inOrderFrom(first: PhotoSlot): PhotoSlot[] {
  return [first, ...photoSlots.filter((slot) => slot !== first)]
}

/** Files pasted anywhere on the page. Text pasted into a field is left alone. */
function usePastedFiles(onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles)
  // The page's clipboard events.
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
