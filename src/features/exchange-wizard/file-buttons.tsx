import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { acceptedMimeTypes } from '#shared/upload.ts'
import styles from './files.module.css'
import { canBeTurned } from './prepare-photo.ts'
import type { UploadItem } from './upload-item.ts'

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

const quiet = { variant: 'quiet', size: 'small' } as const

/** What can be done about one file; each button names it for those who hear it apart from its row. */
export function FileButtons({ item, onTurn, onReplace, onRetry, onRemove, ...place }: FileButtonsProps) {
  const { name, file, state } = item
  const picker = useRef<HTMLInputElement>(null)
  const isUploading = state.status === 'uploading'
  const replace = file.type === 'application/pdf' ? 'Replace' : 'Retake'

  return (
    <div className={styles.buttons}>
      <MoveButtons name={name} {...place} />
      {state.status === 'failed' && state.canRetry && (
        <Button variant="secondary" size="small" data-retry="" aria-label={`Retry ${name}`} onClick={onRetry}>
          Retry
        </Button>
      )}
      {state.status === 'done' && canBeTurned(file) && (
        <Button {...quiet} aria-label={`Rotate ${name}`} onClick={onTurn}>
          Rotate
        </Button>
      )}
      {!isUploading && (
        <Button {...quiet} aria-label={`${replace} ${name}`} onClick={() => picker.current?.click()}>
          {replace}
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptedMimeTypes.join(',')}
        aria-label={`Another file in place of ${name}`}
        onChange={({ target }) => {
          onReplace([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button {...quiet} data-remove="" aria-label={`${isUploading ? 'Cancel' : 'Remove'} ${name}`} onClick={onRemove}>
        {isUploading ? 'Cancel' : 'Remove'}
      </Button>
    </div>
  )
}

/** The first file cannot go up nor the last one down; a file alone has nowhere to go. */
function MoveButtons({
  name,
  isFirst,
  isLast,
  onMove,
}: Pick<FileButtonsProps, 'isFirst' | 'isLast' | 'onMove'> & { name: string }) {
  if (isFirst && isLast) return null
  return (
    <>
      <Button
        {...quiet}
        className={styles.move}
        aria-label={`Move ${name} up`}
        disabledReason={isFirst ? 'It is the first file.' : undefined}
        onClick={({ currentTarget }) => onMove(-1, currentTarget)}
      >
        <Icon name="arrow-right" size={18} className={styles.up} />
      </Button>
      <Button
        {...quiet}
        className={styles.move}
        aria-label={`Move ${name} down`}
        disabledReason={isLast ? 'It is the last file.' : undefined}
        onClick={({ currentTarget }) => onMove(1, currentTarget)}
      >
        <Icon name="arrow-right" size={18} className={styles.down} />
      </Button>
    </>
  )
}
