import { type ReactNode, useRef } from 'react'
import { useCentred } from '#client/lib/use-centred.ts'
import { buttonClass } from './button.tsx'
import { ChoiceButtons } from './choice-buttons.tsx'
import styles from './filter-bar.module.css'

/** Choices, a search box, a select and links, in the order of its children. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <search className={`cluster gap-3 row-gap-2 pad-block-2 ${styles.bar}`}>{children}</search>
}

type FilterChoicesProps<Value> = Parameters<typeof ChoiceButtons<Value & (string | undefined)>>[0]

/** Buttons in one row, which scrolls on small screens to the pressed one, so that the list begins in view. */
export function FilterRow({ chosen, children }: { chosen: string | undefined; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  useCentred(row, '[aria-pressed="true"]', chosen)
  return (
    <div ref={row} className={`positioned shrinks ${styles.row}`}>
      {children}
    </div>
  )
}

export function FilterChoices<Value extends string | undefined>(props: FilterChoicesProps<Value>) {
  return (
    <FilterRow chosen={props.chosen}>
      <ChoiceButtons {...props} />
    </FilterRow>
  )
}

type FilterSelectProps<Value> = {
  label: string
  options: readonly { value: Value; name: string }[]
  chosen: Value
  onChoose: (value: Value) => void
}

export function FilterSelect<Value extends string>({ label, options, chosen, onChoose }: FilterSelectProps<Value>) {
  return (
    <select
      aria-label={label}
      className={styles.select}
      value={chosen}
      onChange={({ target }) => onChoose(target.value as Value)}
    >
      {options.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}

export function FilterDownload({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={`${buttonClass('quiet', 'small')} ${styles.download}`} href={href} download>
      {children}
    </a>
  )
}
