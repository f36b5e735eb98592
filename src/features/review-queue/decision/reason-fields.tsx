import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { isComposing } from '#client/lib/composition.ts'
import { isDialogOpen, isFreeKey, singleKeys } from '#client/lib/single-keys.ts'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { REASON_MAX_LENGTH } from '#shared/submission.ts'
import { type Draft, noReason, shortReason } from './draft.ts'
import styles from './reason-fields.module.css'

type PickerProps = {
  reasons: readonly string[]
  value: string
  onValueChange: (reason: string) => void
  onTaken?: () => void
  shortcut?: string
  /** Whether typed digits take a reason without the focus, until `onLeaveDigits`. */
  hasDigits?: boolean
  onLeaveDigits?: () => void
}

type Reasons = Pick<Draft, 'quick' | 'custom'>
type ReasonFieldsProps = Omit<PickerProps, 'value' | 'onValueChange'> & {
  value: Reasons
  onChange: (part: Partial<Reasons>) => void
  needsReason?: boolean
  isShort?: boolean
  rows?: number
}

export function ReasonFields(props: ReasonFieldsProps) {
  const { reasons, value, onChange, needsReason = false, isShort, rows = 3, ...picker } = props
  const choose = (quick: string) => onChange({ quick })
  return (
    <>
      {isShort ? (
        <SelectField label="Quick Reason Selection" value={value.quick} onValueChange={choose}>
          <option value="">Choose a reason...</option>
          {reasons.map((each) => (
            <option key={each} value={each} title={each}>
              {shortReason(each)}
            </option>
          ))}
        </SelectField>
      ) : (
        <ReasonPicker reasons={reasons} value={value.quick} onValueChange={choose} {...picker} />
      )}
      <TextArea
        label={needsReason ? 'Custom Reason' : 'Custom Reason (Optional)'}
        rows={rows}
        maxLength={REASON_MAX_LENGTH}
        value={value.custom}
        onValueChange={(custom) => onChange({ custom })}
      />
    </>
  )
}

export function ReasonPreview({ reason, none = noReason }: { reason: string; none?: string }) {
  return (
    <p className={`muted quotation ${styles.preview}`}>
      {reason ? (
        <>
          The customer will read: <strong className="block keeps-lines">{reason}</strong>
        </>
      ) : (
        none
      )}
    </p>
  )
}

/** So many reasons need no more room on a tall screen. */
const FEW = 7

function ReasonPicker(props: PickerProps) {
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
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Reasons" className={`positioned ${styles.list}`}>
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
              <span className={isActive || text === value ? undefined : 'ellipsis nowrap'}>{text}</span>
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

/** The reason with the typed number, else those with every typed word, all for an empty search. Numbers stay. */
export function findReasons(reasons: readonly string[], typed: string) {
  const numbered = reasons.map((text, at) => ({ number: at + 1, text }))
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const byNumber = numbered.filter(({ number }) => words.length === 1 && String(number) === words[0])
  if (byNumber.length > 0) return byNumber
  return numbered.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
}

type Options = { isOn: boolean; reasons: readonly string[]; onTake: (reason: string) => void; onLeave: () => void }

/** Typed digits take the reason with this number: 1 and then 2 is the first, then the twelfth. */
function useReasonDigits({ isOn, reasons, onTake, onLeave }: Options) {
  const typed = useRef('')
  const type = useEffectEvent((key: string) => {
    if (key === 'Backspace') {
      if (typed.current === '') return onLeave()
      typed.current = typed.current.slice(0, -1)
    } else typed.current = numberAfter(typed.current, key, reasons.length)
    onTake(reasons[Number(typed.current) - 1] ?? '')
  })
  useEffect(() => {
    if (!isOn) return
    typed.current = ''
    const press = (event: globalThis.KeyboardEvent) => {
      if (!/^(\d|Backspace)$/.test(event.key)) return
      if (event.defaultPrevented || !isFreeKey(event) || isDialogOpen() || !singleKeys.areOn()) return
      event.preventDefault()
      type(event.key)
    }
    // Before the shortcuts, to which the digits are statuses.
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [isOn])
}

/** A digit begins a new number if there is no such reason: 12, then 5 of 26 is 5. */
export function numberAfter(typed: string, digit: string, count: number) {
  return [typed + digit, digit].find((number) => Number(number) >= 1 && Number(number) <= count) ?? typed
}
