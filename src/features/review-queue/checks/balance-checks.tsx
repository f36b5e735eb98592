import { useState } from 'react'
import { fileUrl } from '#client/lib/file-url.ts'
import { Button } from '#client/ui/button.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Time } from '#client/ui/time.tsx'
import { checkOutcomeLabels, checkWayLabels } from '#shared/balance-check.ts'
import type { BalanceCheck } from '#shared/balance-check-schema.ts'
import { formatDollars } from '#shared/money.ts'
import type { Submission } from '#shared/submission-schema.ts'
import record from '../review/order-record.module.css'
import { CheckDialog } from './check-dialog.tsx'

type Props = { submission: Submission; checks: readonly BalanceCheck[] }

export function BalanceChecks({ submission, checks }: Props) {
  const [isRecording, setIsRecording] = useState(false)
  const { evidenceDueAt } = submission
  return (
    <section aria-labelledby="balance-checks" className="stack gap-2">
      <h4 id="balance-checks" className={record.heading}>
        Balance check
      </h4>
      {evidenceDueAt !== undefined && (
        <Notice tone="warn">
          {submission.reasonCode === 'none' ? 'The reason' : 'The evidence'} is owed to the customer until{' '}
          <Time at={evidenceDueAt} />.
        </Notice>
      )}
      {checks.length > 0 && (
        <ol className="plain stack gap-2">
          {checks.map((check) => (
            <li key={check.id} className="breaks">
              <Finding check={check} />
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button variant="secondary" size="small" aria-keyshortcuts="b" onClick={() => setIsRecording(true)}>
          Record a check <KeyCap>B</KeyCap>
        </Button>
      </div>
      {isRecording && <CheckDialog submission={submission} onClose={() => setIsRecording(false)} />}
    </section>
  )
}

function Finding({ check: { outcome, how, balance, note, evidenceId, by, at } }: { check: BalanceCheck }) {
  return (
    <>
      <p>
        <span className="strong">{checkOutcomeLabels[outcome]}</span>
        {balance !== undefined && `: ${formatDollars(balance)}`}, {checkWayLabels[how]}
        {evidenceId !== undefined && (
          <>
            {', '}
            <NewTabLink href={fileUrl(evidenceId)}>picture</NewTabLink>
          </>
        )}
      </p>
      {note !== undefined && <p>{note}</p>}
      <p className="muted">
        {by}, <Time at={at} />
      </p>
    </>
  )
}
