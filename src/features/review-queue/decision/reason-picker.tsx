import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { isComposing } from '#client/lib/composition.ts'
import styles from './reason-picker.module.css'
import { useReasonDigits } from './use-reason-digits.ts'

type ReasonPickerProps = {
  /** Most used first. */
  reasons: readonly string[]
  value: string
  onValueChange: (reason: string) => void
  /** Called after Enter, so that the caller can move the focus. */
  onTaken?: () => void
  shortcut?: string
  /** Whether typed digits take a reason without the focus, until `onLeaveDigits`. */
  hasDigits?: boolean
  onLeaveDigits?: () => void
}

/** So many reasons need no more room on a tall screen. */
const FEW = 7

/** A combobox: type a number or words, move with the arrow keys, select with Enter. */
export function ReasonPicker(props: ReasonPickerProps) {
  const { reasons, value, onValueChange, onTaken, shortcut, hasDigits = false, onLeaveDigits } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const found = findReasons(reasons, typed)
  const active = Math.min(at, found.length - 1)
  const [hasFocus, setHasFocus] = useState(false)

  useReasonDigits({
    isOn: hasDigits,
    reasons,
    onTake: (reason) => {
      setTyped('')
      onValueChange(reason)
      show(reasons.indexOf(reason))
    },
    onLeave: () => onLeaveDigits?.(),
  })

  function go(to: number) {
    const next = Math.max(0, Math.min(found.length - 1, to))
    setAt(next)
    show(next)
  }
  /** Scrolls the list only; scrollIntoView would scroll the page as well. */
  function show(at: number) {
    const option = list.current?.children[at]
    if (list.current && option instanceof HTMLElement)
      list.current.scrollTop = option.offsetTop - (list.current.clientHeight - option.offsetHeight) / 2
  }
  function take(reason: string | undefined) {
    if (reason === undefined) return
    onValueChange(reason === value ? '' : reason)
    setTyped('')
    setAt(Math.max(0, reasons.indexOf(reason)))
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const { key } = event
    if (isComposing(event.nativeEvent)) return
    if (key === 'ArrowDown') go(active + 1)
    else if (key === 'ArrowUp') go(active - 1)
    else if (key === 'Enter') {
      take(found[active]?.text)
      if (found[active]) onTaken?.()
    }
    // Leaves the field, so that single-key shortcuts work again.
    else if (key === 'Escape') event.currentTarget.blur()
    else return
    event.preventDefault()
  }

  return (
    <div className={`stack gap-0 ${styles.reasons}`} data-few={reasons.length <= FEW || undefined}>
      <label htmlFor={id}>Quick Reason Selection</label>
      <input
        id={id}
        role="combobox"
        className={styles.find}
        placeholder="Type a number or a word"
        autoComplete="off"
        spellCheck={false}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={hasFocus && found[active] ? `${id}-${found[active].number}` : undefined}
        aria-keyshortcuts={shortcut}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
        onKeyDown={press}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Reasons" className={styles.list}>
        {found.map(({ number, text }, position) => {
          const isActive = hasFocus && position === active
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
            <div
              key={text}
              id={`${id}-${number}`}
              role="option"
              className={`hover-sunken ${styles.option}`}
              aria-selected={text === value}
              data-active={isActive || undefined}
              title={text}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(text)}
            >
              <span className={`muted tabular align-end ${styles.number}`} data-key={hasDigits || undefined}>
                {number}
              </span>
              <span className={isActive || text === value ? undefined : `ellipsis ${styles.short}`}>{text}</span>
            </div>
          )
        })}
      </div>
      {found.length === 0 && (
        <p className="muted" role="status">
          No matching reasons. Write your own below.
        </p>
      )}
    </div>
  )
}

/** `number` in the unfiltered list. */
type NumberedReason = { number: number; text: string }

/** The reason with the typed number, else those with every typed word; all for an empty search. */
export function findReasons(reasons: readonly string[], typed: string): NumberedReason[] {
  const numbered = reasons.map((text, at) => ({ number: at + 1, text }))
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const byNumber = numbered.filter(({ number }) => words.length === 1 && String(number) === words[0])
  if (byNumber.length > 0) return byNumber
  return numbered.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
}
