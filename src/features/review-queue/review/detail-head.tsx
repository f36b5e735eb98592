import type { RefObject } from 'react'
import { useNow } from '#client/lib/use-now.ts'
import { Tag } from '#client/ui/badge.tsx'
import { CopyText } from '#client/ui/copy-button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { SmallButton } from '#client/ui/row-button.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars } from '#shared/money.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { OrderTags, SubmissionAge } from '../order-tags.tsx'
import styles from './review-detail.module.css'
import { viewingText } from './use-review.ts'
import type { ReviewWorkspace } from './use-review-workspace.ts'

type Props = {
  submission: Submission
  workspace: ReviewWorkspace
  isOwnOrder: boolean
  onKeys: () => void
  headingRef: RefObject<HTMLHeadingElement | null>
}

export function DetailHead({ submission, workspace, isOwnOrder, onKeys, headingRef }: Props) {
  const { id, cardType, cardValue, cardCondition, status } = submission
  const { previous, next, presence, open, close } = workspace
  const now = useNow()
  const viewers = presence.get(id) ?? []

  return (
    <header className={styles.head}>
      <div className={`cluster gap-1 ${styles.tools}`}>
        <SmallButton variant="quiet" className={styles.back} onClick={() => close()}>
          Back to the list
        </SmallButton>
        <SmallButton
          aria-keyshortcuts="k"
          disabledReason={previous ? undefined : 'This is the first order'}
          onClick={() => previous && open(previous.id)}
        >
          Previous <KeyCap>K</KeyCap>
        </SmallButton>
        <SmallButton
          aria-keyshortcuts="j"
          disabledReason={next ? undefined : 'This is the last order'}
          onClick={() => next && open(next.id)}
        >
          Next <KeyCap>J</KeyCap>
        </SmallButton>
        <SmallButton className={styles.keys} aria-keyshortcuts="?" onClick={onKeys}>
          Keys <KeyCap>?</KeyCap>
        </SmallButton>
      </div>
      <div className={`cluster gap-3 row-gap-1 ${styles.title}`}>
        <h3 id="open-order" ref={headingRef} tabIndex={-1}>
          {cardType}
          {status !== 'registered' && `, ${formatDollars(cardValue)}`}
        </h3>
        {cardCondition && <span className="muted">{conditionNames[cardCondition]}</span>}
        <OrderTags submission={submission} />
        {isOwnOrder && <Tag tone="warn">Own order</Tag>}
        <SubmissionAge submission={submission} now={now} />
      </div>
      <p className="cluster gap-1 muted breaks any-width">
        <span className="mono">{id}</span>
        <CopyText text={id} of="the order number" />
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
