import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { useFileInput } from '#client/ui/file-drop.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { formatFileSize } from '#shared/upload.ts'
import { Thumbnail } from './file-drop.tsx'
import styles from './files.module.css'
import { canBeTurned } from './prepare-photo.ts'
import progress from './progress.module.css'
import { slotTexts, type UploadItem } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'

const quiet = { variant: 'quiet', size: 'small' } as const

type FileListProps = { items: readonly UploadItem[]; queue: UploadQueue; onEmptied: () => void }

export function FileList({ items, queue, onEmptied }: FileListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState('')

  function remove(item: UploadItem, at: number) {
    // Cancelling a rotation keeps the photo and the focus.
    const stays = item.state.status === 'uploading' && item.state.former !== undefined
    const next = list.current?.querySelectorAll<HTMLElement>('[data-remove]')[at + 1]
    if (!stays) {
      if (next) next.focus()
      else onEmptied()
    }
    queue.remove(item.key)
  }
  function move({ key, name }: UploadItem, by: -1 | 1, at: number, button: HTMLElement) {
    flushSync(() => queue.move(key, by))
    // Moving the row in the DOM loses the focus.
    button.focus()
    setMoved(`${name} is now file ${at + by + 1} of ${items.length}`)
  }

  if (items.length === 0) return null
  return (
    <section aria-label="Uploaded files">
      <ul ref={list} className="plain line-top">
        {items.map((item, at) => (
          <FileRow key={item.key} item={item}>
            <FileButtons
              item={item}
              isFirst={at === 0}
              isLast={at === items.length - 1}
              onMove={(by, button) => move(item, by, at, button)}
              onTurn={() => void queue.turn(item.key)}
              onReplace={(files) => void queue.add(files, item.slot ? [item.slot] : [], item.key)}
              onRetry={() => void queue.retry(item.key)}
              onRemove={() => remove(item, at)}
            />
          </FileRow>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
    </section>
  )
}

function FileRow({ item, children }: { item: UploadItem; children: ReactNode }) {
  const { name, file, ready = file, slot, state } = item
  return (
    <li
      className={`cluster gap-3 row-gap-2 pad-block-3 line-bottom ${styles.file}`}
      data-failed={state.status === 'failed' ? '' : undefined}
    >
      <Thumbnail file={ready} />
      <div className={`shrinks ${styles.about}`}>
        <p className="strong breaks">{name}</p>
        <p className={`cluster stretch gap-2 row-gap-0 muted tabular ${styles.size}`}>
          {slot && `${slotTexts[slot].name}, `}
          {formatFileSize(ready.size)}
          {state.status === 'uploading' && `, uploading ${Math.round(state.fraction * 100)}%`}
          {state.status === 'done' && (
            <span className="inline-row gap-1 ok">
              <Icon name="check" size={16} /> Uploaded
            </span>
          )}
        </p>
        {state.status === 'uploading' && (
          <progress className={progress.bar} value={state.fraction} max={1} aria-label={`Uploading ${name}`} />
        )}
        {state.status === 'failed' && (
          <>
            <FieldError>{state.message}</FieldError>
            {state.waitsFor === 'network' && (
              <p className={`cluster stretch gap-2 row-gap-0 muted tabular ${styles.size}`}>
                Upload continues when you're back online.
              </p>
            )}
          </>
        )}
      </div>
      {children}
    </li>
  )
}

type FileButtonsProps = {
  item: UploadItem
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1, button: HTMLElement) => void
  onTurn: () => void
  onReplace: (files: File[]) => void
  onRetry: () => void
  onRemove: () => void
}

/** The actions for one file. Accessible names include the file name, because buttons are read out of context. */
function FileButtons({ item, onTurn, onReplace, onRetry, onRemove, ...place }: FileButtonsProps) {
  const { name, file, state } = item
  const { input, choose } = useFileInput({ label: `Another file in place of ${name}`, onFiles: onReplace })
  const isUploading = state.status === 'uploading'
  const replace = file.type === 'application/pdf' ? 'Replace' : 'Retake'

  return (
    <div className={`cluster end gap-0 push ${styles.buttons}`}>
      <MoveButtons name={name} {...place} />
      {state.status === 'failed' && state.canRetry && (
        <SmallButton data-retry="" aria-label={`Retry ${name}`} onClick={onRetry}>
          Retry
        </SmallButton>
      )}
      {state.status === 'done' && canBeTurned(file) && (
        <Button {...quiet} aria-label={`Rotate ${name}`} onClick={onTurn}>
          Rotate
        </Button>
      )}
      {!isUploading && (
        <Button {...quiet} aria-label={`${replace} ${name}`} onClick={choose}>
          {replace}
        </Button>
      )}
      {input}
      <Button {...quiet} data-remove="" aria-label={`${isUploading ? 'Cancel' : 'Remove'} ${name}`} onClick={onRemove}>
        {isUploading ? 'Cancel' : 'Remove'}
      </Button>
    </div>
  )
}

const moves = [
  { by: -1, where: 'up', atEnd: 'It is the first file.' },
  { by: 1, where: 'down', atEnd: 'It is the last file.' },
] as const

type MoveButtonsProps = Pick<FileButtonsProps, 'isFirst' | 'isLast' | 'onMove'> & { name: string }

function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  if (isFirst && isLast) return null
  return moves.map(({ by, where, atEnd }) => (
    <Button
      key={where}
      {...quiet}
      className={styles.move}
      aria-label={`Move ${name} ${where}`}
      disabledReason={(by < 0 ? isFirst : isLast) ? atEnd : undefined}
      onClick={({ currentTarget }) => onMove(by, currentTarget)}
    >
      <Icon name="arrow-right" size={18} className={styles[where]} />
    </Button>
  ))
}
