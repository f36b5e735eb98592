import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Icon } from './icon.tsx'
import styles from './search-box.module.css'

const MAX_LENGTH = 200

type Props = {
  label: string
  placeholder: string
  committed: string | undefined
  onCommit: (text: string | undefined) => void
  shortcut?: string
}

/** The committed text is part of the URL. */
export function SearchBox({ label, placeholder, committed, onCommit, shortcut }: Props) {
  const id = useId()
  const [text, setText] = useSearchText(committed, onCommit)
  return (
    <div className={`positioned muted ${styles.box}`}>
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

const DEBOUNCE_MS = 250

/** Commits typed text 250 ms after the last key. When the URL changes otherwise (Back), the text follows it. */
export function useSearchText(committed = '', onCommit: Props['onCommit']) {
  const [draft, setDraft] = useState<string>()
  if (draft === committed) setDraft(undefined)
  const commit = useEffectEvent(onCommit)

  useEffect(() => {
    if (draft === undefined) return
    const timer = setTimeout(() => commit(draft || undefined), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [draft])

  return [draft ?? committed, setDraft] as const
}
