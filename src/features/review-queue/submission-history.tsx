import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { QueryPart } from '#client/ui/query-state.tsx'
import { Time } from '#client/ui/time.tsx'
import { isAppealReason } from '#shared/appeal.ts'
import type { ReviewedChange } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { StatusChange } from '#shared/transaction-schema.ts'
import styles from './submission-history.module.css'

export function SubmissionHistory({ submissionId }: { submissionId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="pad-top-2 muted" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        History<span className="visually-hidden"> of {submissionId}</span>
      </summary>
      {isOpen && <History submissionId={submissionId} />}
    </details>
  )
}

function History({ submissionId }: { submissionId: string }) {
  const query = trpc.admin.submissions.history.useQuery({ submissionId })
  return (
    <QueryPart query={query} lines={2} label="Loading history..." failed="The history could not be loaded.">
      {(changes) => <HistoryList changes={changes} />}
    </QueryPart>
  )
}

export function HistoryList({ changes }: { changes: readonly (StatusChange & { undo?: ReviewedChange['undo'] })[] }) {
  return (
    <ol className={`plain stack gap-2 ${styles.changes}`}>
      {changes.map((change) => (
        <li key={change.id}>
          <Time at={change.at} className="muted" />
          <span>
            <ChangeMessages change={change} /> by {change.by}
            {change.undo && <span className="muted"> ({undoMessages[change.undo]})</span>}
            {change.reason && <span className="block measure muted">{change.reason}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

const undoMessages = { undone: 'undone before the customer saw it', undo: 'undid the decision' } as const

function ChangeMessages({
  change: { from, to, reasonCode, photosAdded, photoReplaced, withdrawn },
}: {
  change: StatusChange
}) {
  const name = (status: StatusChange['to']) => statusLabels[status].name
  if (from === null) return <strong>Submitted</strong>
  if (photoReplaced) return <strong>Photo replaced</strong>
  if (from === to && isAppealReason(reasonCode)) return <strong>Appeal</strong>
  if (withdrawn) return <strong>Withdrawn</strong>
  return (
    <>
      {photosAdded && <strong>Photos added: </strong>}
      {name(from)} to <strong>{name(to)}</strong>
    </>
  )
}
