import { useState } from 'react'
import { Button, type ButtonSize, type ButtonVariant, buttonClass } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Icon, iconNames } from '#client/ui/icon.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { PageFoot } from '#client/ui/page-buttons.tsx'
import { UndoBar } from '#client/ui/undo-bar.tsx'
import styles from './preview.module.css'
import { Case, Section } from './section.tsx'

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger']
const sizes: readonly ButtonSize[] = ['regular', 'small']

/** Primitives that trigger actions. */
export function Actions() {
  return (
    <Section title="Actions">
      {sizes.map((size) => (
        <Case key={size} title={`Button, ${size}`}>
          <ButtonStates size={size} />
        </Case>
      ))}
      <Case title="Button, full and long">
        <Button full>Full width</Button>
        <Button full variant="secondary">
          A label that is far too long for the place it stands in and has to go on in a second line
        </Button>
        <a className={buttonClass('secondary')} href="#top">
          A link that looks like a button
        </a>
      </Case>
      <Case title="CopyButton">
        <CopyButton what="Order reference" state="idle" onCopy={() => undefined} />
        <CopyButton what="Account number" state="copied" onCopy={() => undefined} />
        <CopyButton what="Card number" state="failed" onCopy={() => undefined} />
      </Case>
      <Case title="KeyCap">
        <Button variant="secondary">
          Undo <KeyCap>Z</KeyCap>
        </Button>
      </Case>
      <Case title="UndoBar">
        <Undone />
      </Case>
      <Case title="PageFoot, PageButtons">
        <Pages />
      </Case>
      <Case title="Icon" wide>
        <ul className={`plain ${styles.icons}`}>
          {iconNames.map((name) => (
            <li key={name}>
              <Icon name={name} /> {name}
            </li>
          ))}
        </ul>
      </Case>
    </Section>
  )
}

function ButtonStates({ size }: { size: ButtonSize }) {
  return variants.map((variant) => (
    <div key={variant} className="cluster">
      <Button variant={variant} size={size}>
        {variant}
      </Button>
      <Button variant={variant} size={size} busy>
        Busy
      </Button>
      <Button variant={variant} size={size} disabledReason="Something is missing">
        Disabled
      </Button>
    </div>
  ))
}

const PAGES = 5
const PER_PAGE = 15

const nothing = () => undefined

function Undone() {
  const result = { message: 'Undone. No email was sent.', isBad: false }
  const latest = { key: 1, message: 'GCE-1 approved.', about: ['GCE-1'], takeBack: async () => result }
  return (
    <UndoBar undo={{ latest, others: 1, result: undefined, isUndoing: false, undo: nothing, forget: nothing }} hasKey />
  )
}

function Pages() {
  const [current, setCurrent] = useState(1)
  const pagination = {
    totalItems: PAGES * PER_PAGE,
    totalPages: PAGES,
    currentPage: current,
    limit: PER_PAGE,
    hasPrev: current > 1,
    hasNext: current < PAGES,
  }
  return <PageFoot pagination={pagination} shown={PER_PAGE} onPage={setCurrent} />
}
