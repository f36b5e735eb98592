import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FileButtons } from './file-buttons.tsx'
import { FileRow } from './file-row.tsx'
import styles from './files.module.css'
import type { UploadItem } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'

type FileListProps = {
  items: readonly UploadItem[]
  queue: UploadQueue
  /** The file that had the focus is gone and none follows it. */
  onEmptied: () => void
}

/** The files of the order as the reviewer will see them, each with its progress and what can be done about it. */
export function FileList({ items, queue, onEmptied }: FileListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState('')

  function remove(item: UploadItem, at: number) {
    // Calling the turning of a photo off leaves it, and the focus, where they are.
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
    // A row that was moved in the page has lost the focus.
    button.focus()
    setMoved(`${name} is now file ${at + by + 1} of ${items.length}`)
  }

  if (items.length === 0) return null
  return (
    <section aria-label="Uploaded files">
      <ul ref={list} className={styles.list}>
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
