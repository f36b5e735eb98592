import { useId } from 'react'
import { Icon } from './icon.tsx'
import styles from './search-box.module.css'
import { useSearchText } from './use-search-text.ts'

const MAX_LENGTH = 200

type Props = {
  /** The accessible name. */
  label: string
  placeholder: string
  committed: string
  /** Called after a pause in typing, see `useSearchText`. */
  onCommit: (text: string) => void
  shortcut?: string
}

/** A search box whose committed text is part of the URL. */
export function SearchBox({ label, placeholder, committed, onCommit, shortcut }: Props) {
  const id = useId()
  const [text, setText] = useSearchText(committed, onCommit)
  return (
    <div className={styles.box}>
      <Icon name="search" size={16} />
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        aria-keyshortcuts={shortcut}
        className={styles.input}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}
