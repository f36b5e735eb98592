import type { ReactNode } from 'react'
import { FieldError } from '#client/ui/field-error.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { formatFileSize } from '#shared/upload.ts'
import styles from './files.module.css'
import { Thumbnail } from './thumbnail.tsx'
import type { UploadItem } from './upload-item.ts'

/** One file: what it is and how far it has come. `children` is what can be done about it. */
export function FileRow({ item, children }: { item: UploadItem; children: ReactNode }) {
  const { name, file, ready = file, slot, state } = item
  return (
    <li className={styles.file} data-failed={state.status === 'failed' ? '' : undefined}>
      <Thumbnail file={ready} />
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <p className={styles.size}>
          {slot && `${slot === 'front' ? 'Front' : 'Back'}, `}
          {formatFileSize(ready.size)}
          {state.status === 'uploading' && `, uploading ${Math.round(state.fraction * 100)}%`}
          {state.status === 'done' && (
            <span className={styles.arrived}>
              <Icon name="check" size={16} /> Uploaded
            </span>
          )}
        </p>
        {state.status === 'uploading' && <ProgressBar value={state.fraction} label={`Uploading ${name}`} />}
        {state.status === 'failed' && (
          <>
            <FieldError>{state.message}</FieldError>
            {state.waitsFor === 'network' && (
              <p className={styles.size}>It goes up by itself when the network is back.</p>
            )}
          </>
        )}
      </div>
      {children}
    </li>
  )
}
