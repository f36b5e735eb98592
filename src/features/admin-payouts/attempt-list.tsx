import type { PayoutDetail } from '#shared/payout-schema.ts'
import { attemptHead, attemptNotes } from './attempt-text.ts'

export function AttemptList({ payoutId, attempts }: { payoutId: string; attempts: PayoutDetail['attempts'] }) {
  if (attempts.length === 0) return null
  return (
    <ul className="stack gap-2 plain breaks" aria-label={`Attempts to pay ${payoutId}`}>
      {attempts.map((attempt) => (
        <li key={attempt.key}>
          <p>
            <span className="mono">{attempt.key}</span> {attemptHead(attempt)}
          </p>
          {attemptNotes(attempt).map((note) => (
            <p key={note} className="muted">
              {note}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}
