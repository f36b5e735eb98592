import type { RefObject } from 'react'
import { useCopy } from '#client/lib/use-copy.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars } from '#shared/money.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { PayoutTag } from '../payout-tag.tsx'
import { RequestTag } from '../requests/request-tag.tsx'
import { SubmissionAge } from '../submission-age.tsx'
import styles from './review-detail.module.css'
import { viewingText } from './use-review.ts'
import type { ReviewWorkspace } from './use-review-workspace.ts'

const AGE_TICK_MS = 30_000
const copyMessages = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' } as const

type Props = {
  submission: Submission
  workspace: ReviewWorkspace
  /** The order is of the member of staff themselves. */
  isOwnOrder: boolean
  onKeys: () => void
  headingRef: RefObject<HTMLHeadingElement | null>
}

export function DetailHead({ submission, workspace, isOwnOrder, onKeys, headingRef }: Props) {
  const { id, cardType, cardValue, cardCondition, status } = submission
  const { previous, next, presence, open, close } = workspace
  const [copyState, copy] = useCopy()
  const now = useNow(AGE_TICK_MS)
  const { name, tone } = statusLabels[status]
  const viewers = presence.get(id) ?? []

  return (
    <header className={styles.head}>
      <div className={styles.tools}>
        <Button variant="quiet" size="small" className={styles.back} onClick={() => close()}>
          Back to the list
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-keyshortcuts="k"
          disabledReason={previous ? undefined : 'This is the first order'}
          onClick={() => previous && open(previous.id)}
        >
          Previous <KeyCap>K</KeyCap>
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-keyshortcuts="j"
          disabledReason={next ? undefined : 'This is the last order'}
          onClick={() => next && open(next.id)}
        >
          Next <KeyCap>J</KeyCap>
        </Button>
        <Button variant="secondary" size="small" className={styles.keys} aria-keyshortcuts="?" onClick={onKeys}>
          Keys <KeyCap>?</KeyCap>
        </Button>
      </div>
      <div className={styles.title}>
        <h3 id="open-order" ref={headingRef} tabIndex={-1}>
          {cardType}
          {status !== 'registered' && `, ${formatDollars(cardValue)}`}
        </h3>
        {cardCondition && <span className="muted">{conditionNames[cardCondition]}</span>}
        <Tag tone={tone}>{name}</Tag>
        <PayoutTag submission={submission} />
        <RequestTag submission={submission} />
        {isOwnOrder && <Tag tone="warn">Own order</Tag>}
        <SubmissionAge submission={submission} now={now} />
      </div>
      <p className={`muted breaks any-width ${styles.line}`}>
        <span className="mono">{id}</span>
        <Button variant="quiet" size="small" onClick={() => copy(id)}>
          {copyMessages[copyState]}
          <span className="visually-hidden"> the order number</span>
        </Button>
      </p>
      <p
        role="status"
        className={viewers.length > 0 ? `inline-row gap-1 strong info ${styles.viewing}` : 'visually-hidden'}
      >
        {viewers.length > 0 && (
          <>
            <Icon name="eye" size={16} /> {viewingText(viewers)}
          </>
        )}
      </p>
    </header>
  )
}
