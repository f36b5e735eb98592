import { useRef } from 'react'
import { FileRow } from './file-row.tsx'
import styles from './files.module.css'
import type { UploadItem } from './upload-queue.ts'

type FileListProps = {
  items: readonly UploadItem[]
  onRetry: (key: string) => void
  onRemove: (key: string) => void
  /** The file that had the focus is gone and none follows it. */
  onEmptied: () => void
}

/** The files of the order, each with its progress. After a removal the focus goes to the next one. */
export function FileList({ items, onRetry, onRemove, onEmptied }: FileListProps) {
  const list = useRef<HTMLUListElement>(null)

  function remove(key: string, at: number) {
    const next = list.current?.querySelectorAll<HTMLElement>('[data-remove]')[at + 1]
    if (next) next.focus()
    else onEmptied()
    onRemove(key)
  }

  if (items.length === 0) return null
  return (
    <section aria-label="Uploaded files">
      <ul ref={list} className={styles.list}>
        {items.map((item, at) => (
          <FileRow key={item.key} item={item} onRetry={() => onRetry(item.key)} onRemove={() => remove(item.key, at)} />
        ))}
      </ul>
    </section>
  )
}
