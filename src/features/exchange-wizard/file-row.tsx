import { Button } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { formatFileSize } from '#shared/upload.ts'
import styles from './files.module.css'
import { Thumbnail } from './thumbnail.tsx'
import type { UploadItem } from './upload-queue.ts'

/** One file: what it is, how far it has come, and what can be done about it. */
export function FileRow({ item, onRetry, onRemove }: { item: UploadItem; onRetry: () => void; onRemove: () => void }) {
  const { name, file, slot, state } = item
  return (
    <li className={styles.file}>
      <Thumbnail file={file} />
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <p className={styles.size}>
          {slot && `${slot === 'front' ? 'Front' : 'Back'}, `}
          {formatFileSize(file.size)}
          {state.status === 'uploading' && `, uploading ${Math.round(state.fraction * 100)}%`}
          {state.status === 'done' && (
            <span className={styles.arrived}>
              <Icon name="check" size={16} /> Uploaded
            </span>
          )}
        </p>
        {state.status === 'uploading' && <ProgressBar value={state.fraction} label={`Uploading ${name}`} />}
        {state.status === 'failed' && <FieldError>{state.message}</FieldError>}
      </div>
      <div className={styles.buttons}>
        {state.status === 'failed' && state.canRetry && (
          <Button variant="secondary" size="small" aria-label={`Retry ${name}`} onClick={onRetry}>
            <Icon name="retry" size={18} />
            Retry
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          data-remove=""
          aria-label={`${state.status === 'uploading' ? 'Cancel' : 'Remove'} ${name}`}
          onClick={onRemove}
        >
          {state.status === 'uploading' ? 'Cancel' : 'Remove'}
        </Button>
      </div>
    </li>
  )
}
