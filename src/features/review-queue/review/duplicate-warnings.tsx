import type { RefObject } from 'react'
import { LabelTag } from '#client/ui/badge.tsx'
import { QuietButton } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { Time } from '#client/ui/time.tsx'
import type { FlagKind, OwnTry } from '#shared/review.ts'
import type { ReviewFlag } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import styles from './order-record.module.css'
import { isWarning } from './order-warnings.ts'
import { SubmissionLink } from './related-submissions.tsx'
import { useWorkspace } from './use-review-workspace.ts'

const kindMessages: Readonly<Record<FlagKind, string>> = {
  'same-card': 'Same card number',
  'same-photo': 'Same photo',
  'same-payout': 'Same payout account',
}

/** Further warnings are collapsed, so that they do not push the rest of the submission out of view. */
const SHOWN = 5

function duplicateText(kinds: readonly FlagKind[]) {
  return `Possible duplicate: ${kinds.map((kind) => kindMessages[kind].toLowerCase()).join(', ')}`
}

const tries: Readonly<Record<OwnTry, string>> = {
  first: 'its own first try',
  earlier: 'its own earlier try',
  later: 'its own later try',
}

type WarningsProps = { flags: readonly ReviewFlag[] }

type DuplicateWarningsProps = WarningsProps & { sectionRef: RefObject<HTMLElement | null> }

export function DuplicateWarnings({ flags, sectionRef }: DuplicateWarningsProps) {
  const warnings = flags.filter(isWarning)
  if (warnings.length === 0) return null
  const more = warnings.slice(SHOWN)
  return (
    <section ref={sectionRef} tabIndex={-1} className={styles.warnings} aria-label="Possible duplicates">
      <Notice tone="warn" title="Possible duplicates">
        <FlagList flags={warnings.slice(0, SHOWN)} />
        {more.length > 0 && (
          <details>
            <summary className="strong">{more.length} more</summary>
            <FlagList flags={more} />
          </details>
        )}
      </Notice>
    </section>
  )
}

/** Other orders by which the customer tries to sell the same card: facts, no warnings. */
export function OwnTries({ flags }: WarningsProps) {
  const facts = flags.filter((flag) => !isWarning(flag))
  if (facts.length === 0) return null
  return (
    <Section id="own-tries" title="Tries to sell this card" level={4} headClass={styles.heading}>
      <FlagList flags={facts} />
    </Section>
  )
}

export function showWarnings(section: HTMLElement | null) {
  const more = section?.querySelector('details')
  if (more) more.open = true
  section?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'start' })
}

type WarningLineProps = { warnings: readonly string[]; orders: number; onShow: () => void }

export function WarningLine({ warnings, orders, onShow }: WarningLineProps) {
  const [first, ...more] = warnings
  if (first === undefined) return null
  return (
    <section data-banner aria-label="Warnings" className={styles.line}>
      <Notice tone="warn">
        <strong>{first}</strong>
        {more.map((each) => `. ${each}`)}.{' '}
        <QuietButton className={styles.inText} onClick={onShow}>
          Show {orders === 1 ? 'the order' : `${orders} orders`}
        </QuietButton>
      </Notice>
    </section>
  )
}

export function WarningMark({ id }: { id: string }) {
  const kinds = useWorkspace().warnings.byId.get(id)
  if (!kinds) return null
  const text = duplicateText(kinds)
  return (
    <span className={`${kinds.includes('same-card') ? 'bad' : 'warn'} ${styles.mark}`} title={text}>
      <Icon name="alert" size={16} />
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

function FlagList({ flags }: WarningsProps) {
  return (
    <ul className="plain stack gap-2">
      {flags.map((flag) => (
        <li key={`${flag.kind} ${flag.submissionId}`}>
          <FlagText flag={flag} />
        </li>
      ))}
    </ul>
  )
}

function FlagText({ flag }: { flag: ReviewFlag }) {
  const { kind, submissionId, email, status, createdAt, isSameCustomer, ownTry, declinedAt } = flag
  const owner = isSameCustomer ? 'the same customer' : email || 'a deleted account'
  return (
    <>
      <strong>{kindMessages[kind]}</strong> in <SubmissionLink id={submissionId} />
      {ownTry ? `, ${tries[ownTry]}` : ` by ${owner}`}, <Time at={createdAt} isDay />{' '}
      <LabelTag label={statusLabels[status]} />
      {declinedAt && (
        <>
          {' '}
          Offer declined on <Time at={declinedAt} isDay />
        </>
      )}
    </>
  )
}
