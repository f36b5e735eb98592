import type { RefObject } from 'react'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Time } from '#client/ui/time.tsx'
import type { FlagKind } from '#shared/review.ts'
import type { ReviewFlag } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import styles from './order-record.module.css'
import { type OpenSubmission, SubmissionLink } from './related-submissions.tsx'

const kindMessages: Readonly<Record<FlagKind, string>> = {
  'same-card': 'Same card number',
  'same-photo': 'Same photo',
  'same-payout': 'Same payout account',
}

/** Further warnings are collapsed, so that they do not push the rest of the submission out of view. */
const SHOWN = 5

/** '1 warning', '15 warnings'. */
export function warningCount(count: number): string {
  return `${count} ${count === 1 ? 'warning' : 'warnings'}`
}

/** 'Possible duplicate: same card number, same photo'. */
export function duplicateText(kinds: readonly FlagKind[]): string {
  return `Possible duplicate: ${kinds.map((kind) => kindMessages[kind].toLowerCase()).join(', ')}`
}

type WarningsProps = { flags: readonly ReviewFlag[]; onOpen: OpenSubmission }

/** Other submissions with the same card, photo or payout account: a hint, not a decision. */
export function DuplicateWarnings({
  flags,
  onOpen,
  sectionRef,
}: WarningsProps & { sectionRef: RefObject<HTMLElement | null> }) {
  if (flags.length === 0) return null
  const more = flags.slice(SHOWN)
  return (
    <section ref={sectionRef} tabIndex={-1} className={styles.warnings} aria-label="Possible duplicates">
      <Notice tone="warn" title="Possible duplicates">
        <FlagList flags={flags.slice(0, SHOWN)} onOpen={onOpen} />
        {more.length > 0 && (
          <details>
            <summary className="strong">{more.length} more</summary>
            <FlagList flags={more} onOpen={onOpen} />
          </details>
        )}
      </Notice>
    </section>
  )
}

/** Scrolls to the warnings, opens all of them and moves the focus there. */
export function showWarnings(section: HTMLElement | null): void {
  const more = section?.querySelector('details')
  if (more) more.open = true
  section?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'start' })
}

/** The most serious warning: this card number was sent before. */
export function SameCardBanner({ flags, onOpen, onShowAll }: WarningsProps & { onShowAll: () => void }) {
  const [newest, ...more] = flags.filter(({ kind }) => kind === 'same-card')
  if (!newest) return null
  return (
    <section data-banner aria-label="Same card number">
      <Notice tone="bad">
        <FlagText flag={newest} onOpen={onOpen} />
        {more.length > 0 && (
          <>
            {' '}
            <Button variant="quiet" size="small" className={styles.inText} onClick={onShowAll}>
              and {more.length} more
            </Button>
          </>
        )}
      </Notice>
    </section>
  )
}

function FlagList({ flags, onOpen }: WarningsProps) {
  return (
    <ul className="plain stack gap-2">
      {flags.map((flag) => (
        <li key={`${flag.kind} ${flag.submissionId}`}>
          <FlagText flag={flag} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function FlagText({ flag, onOpen }: { flag: ReviewFlag; onOpen: OpenSubmission }) {
  const { kind, submissionId, email, status, createdAt, isSameCustomer } = flag
  return (
    <>
      <strong>{kindMessages[kind]}</strong> in <SubmissionLink id={submissionId} onOpen={onOpen} /> by{' '}
      {isSameCustomer ? 'the same customer' : email || 'a deleted account'}, <Time at={createdAt} isDay />{' '}
      <Tag tone={statusLabels[status].tone}>{statusLabels[status].name}</Tag>
    </>
  )
}
