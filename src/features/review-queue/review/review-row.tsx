import { Link } from '@tanstack/react-router'
import { Tag } from '#client/ui/badge.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { formatDollars } from '#shared/money.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { Submission } from '#shared/submission-schema.ts'
import type { QueueSearch } from '../queue-search.ts'
import { SubmissionAge } from '../submission-age.tsx'
import styles from './review-row.module.css'
import { viewingText } from './viewing-text.ts'

type Props = {
  submission: Submission
  search: QueueSearch
  now: number
  isOpen: boolean
  /** The keys that choose a row belong to one row at a time. */
  hasKeys: boolean
  isChosen: boolean
  /** Names of colleagues who have it open. */
  viewers: readonly string[]
  mayChoose: boolean
  onChoose: (isRange: boolean) => void
  onOpen: () => void
  onFocus: () => void
}

/** One order of the list: brand, value, status, reference, age, and who looks at it. */
export function ReviewRow(props: Props) {
  const { submission, search, now, isOpen, hasKeys, isChosen, viewers, mayChoose, onChoose, onOpen, onFocus } = props
  const { id, cardType, cardValue, status } = submission
  const { name, tone } = statusLabels[status]
  return (
    <li className={styles.row} data-open={isOpen || undefined} onFocus={onFocus}>
      {mayChoose && status !== 'registered' ? (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={isChosen}
            aria-keyshortcuts={hasKeys ? 'x Shift+X' : undefined}
            aria-label={`Select ${id}`}
            // A press with Shift takes everything in between as well.
            onClick={(event) => onChoose(event.shiftKey)}
            onChange={() => undefined}
          />
        </label>
      ) : (
        <span />
      )}
      <Link
        to="/admin"
        search={(old) => ({ ...old, ...search, view: 'review', id })}
        resetScroll={false}
        preload={false}
        className={styles.link}
        aria-current={isOpen || undefined}
        data-order={id}
        onClick={onOpen}
      >
        <span className={styles.what}>
          <strong>{cardType}</strong> {status !== 'registered' && formatDollars(cardValue)}
        </span>
        <span className={styles.status}>
          <Tag tone={tone}>{name}</Tag>
        </span>
        <span className={`mono ${styles.reference}`}>{id}</span>
        <span className={styles.age}>
          <SubmissionAge submission={submission} now={now} />
        </span>
        {viewers.length > 0 && (
          <span className={styles.viewing}>
            <Icon name="eye" size={16} /> {viewingText(viewers)}
          </span>
        )}
      </Link>
    </li>
  )
}
