import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { formatDay } from '#client/lib/format.ts'
import { useReadAgain } from '#client/lib/staff-changes.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { Undoable } from '#client/lib/use-undo-stack.ts'
import { Tag, type Tone } from '#client/ui/badge.tsx'
import { RowButton, SmallButton } from '#client/ui/button.tsx'
import { FileList } from '#client/ui/file-link.tsx'
import { PayoutLink } from '#client/ui/id-link.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { Section } from '#client/ui/section.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars } from '#shared/money.ts'
import {
  clawbackEntryNames,
  type ProblemState,
  problemDecisionNames,
  problemKindNames,
  problemStateNames,
} from '#shared/problem.ts'
import type { Problem } from '#shared/problem-schema.ts'
import { DecideDialog } from './decide-dialog.tsx'
import styles from './problem.module.css'
import { OfferDialog, RepaymentDialog, WaiveDialog } from './repayment-dialogs.tsx'
import { ReportDialog } from './report-dialog.tsx'

const tones: Readonly<Record<ProblemState, Tone>> = {
  open: 'warn',
  'written-off': 'bad',
  'clawed-back': 'info',
  recovered: 'ok',
  dismissed: 'off',
}

type ProblemViewProps = {
  problem: Problem
  onUndoable: (taken: Undoable) => void
  /** In a list of many orders: names the order and its seller. */
  hasOrder?: boolean
}

export function ProblemView({ problem, onUndoable, hasOrder }: ProblemViewProps) {
  const { id, kind, state, submissionId, cardType, paid, customer, note, reason, open, owed } = problem
  const Heading = hasOrder ? 'h3' : 'h5'
  return (
    <article className={`stack gap-2 pad-block-4 line-top ${styles.problem}`} aria-labelledby={`problem-${id}`}>
      <div className="cluster baseline spread gap-3 row-gap-1">
        <Heading id={`problem-${id}`} className="text-base">
          {problemKindNames[kind]} {hasOrder && <span className="muted">{cardType}, </span>}
          {hasOrder && (
            <Link to="/admin" search={{ view: 'review', status: 'all', id: submissionId }} className="mono nowrap">
              {submissionId}
            </Link>
          )}
        </Heading>
        <span className="cluster gap-3">
          <Tag tone={tones[state]}>{problemStateNames[state]}</Tag>
          <span className="money tabular strong">{formatDollars(paid)}</span>
        </span>
      </div>
      <p className="breaks any-width">
        {hasOrder && `Paid to ${customer.name}. `}Found {formatDay(problem.foundAt)}, reported by{' '}
        {problem.reportedBy.name}, <Time at={problem.reportedAt} />.
      </p>
      {note !== undefined && <p className={`breaks any-width ${styles.note}`}>{note}</p>}
      <FileList files={problem.evidence} label="Pictures of the problem" />
      {problem.decidedBy && problem.decidedAt && (
        <p>
          {problemStateNames[state]} by {problem.decidedBy.name}, <Time at={problem.decidedAt} />.
        </p>
      )}
      {reason !== undefined && <p className="quotation">{reason}</p>}
      {owed > 0 && (
        <p className="strong">
          {open > 0
            ? `${formatDollars(open)} of ${formatDollars(owed)} left to repay`
            : `${formatDollars(owed)} settled`}
        </p>
      )}
      <Entries problem={problem} />
      <Steps problem={problem} onUndoable={onUndoable} />
    </article>
  )
}

function Entries({ problem: { entries, offers } }: { problem: Problem }) {
  const asked = offers.filter(({ state }) => state === 'open' || state === 'declined')
  if (entries.length === 0 && asked.length === 0) return null
  return (
    <ul className="plain stack gap-1" aria-label="Repayments">
      {entries.map(({ id, kind, amount, at, reference, payoutId }) => (
        <li key={id} className="breaks">
          {clawbackEntryNames[kind]} <span className="tabular">{formatDollars(amount)}</span> on {formatDay(at)}
          {reference && `, ${reference}`} {kind === 'returned' && payoutId && <PayoutLink id={payoutId} />}
        </li>
      ))}
      {asked.map(({ id, amount, payoutOrderId, state }) => (
        <li key={id} className="breaks">
          {state === 'open' ? 'The seller is asked' : 'The seller has declined'} to use {formatDollars(amount)} of{' '}
          <span className="mono">{payoutOrderId}</span>
        </li>
      ))}
    </ul>
  )
}

type Step = 'decide' | 'repayment' | 'waive' | 'offer' | { withdraws: string }

function Steps({ problem, onUndoable }: Pick<ProblemViewProps, 'problem' | 'onUndoable'>) {
  const { mayPay } = useStaffPermissions()
  const [step, setStep] = useState<Step>()
  const { state, open, submissionId, offers, offerable, planned } = problem
  const onClose = () => setStep(undefined)
  if (planned)
    return (
      <p className="muted">{problemDecisionNames[planned.decision]}: decided, and can be undone for a few seconds.</p>
    )
  if (!mayPay) return state === 'open' ? <p className="muted">Finance decides it.</p> : null
  const asked = offers.find((offer) => offer.state === 'open')
  const button = (name: string, next: Step, isMain = false) => (
    <RowButton of={submissionId} variant={isMain ? 'primary' : 'secondary'} onClick={() => setStep(next)}>
      {name}
    </RowButton>
  )
  return (
    <>
      <div className="cluster stretch gap-2 row-gap-1">
        {state === 'open' && button('Decide...', 'decide', true)}
        {state === 'written-off' && button('Record a refund...', 'decide')}
        {open > 0 && button('Record repayment...', 'repayment', true)}
        {open > 0 && offerable.some(({ amount }) => amount <= open) && button('Offer a set-off...', 'offer')}
        {asked && button('Withdraw the offer...', { withdraws: asked.id })}
        {open > 0 && button('Waive the rest...', 'waive')}
      </div>
      {step === 'decide' && <DecideDialog problem={problem} onUndoable={onUndoable} onClose={onClose} />}
      {step === 'repayment' && <RepaymentDialog subject={problem} onClose={onClose} />}
      {step === 'waive' && <WaiveDialog subject={problem} onClose={onClose} />}
      {step === 'offer' && <OfferDialog subject={problem} onClose={onClose} />}
      {typeof step === 'object' && <WithdrawDialog subject={{ problem, offerId: step.withdraws }} onClose={onClose} />}
    </>
  )
}

const WithdrawDialog = questionDialog({
  useMutation: trpc.admin.problems.withdrawOffer.useMutation,
  show: ({ problem: { offers }, offerId }: { problem: Problem; offerId: string }) => ({
    title: 'Withdraw the offer',
    action: 'Withdraw the offer',
    pendingAction: 'Saving...',
    children: (
      <p>
        The payout of {formatDollars(offers.find(({ id }) => id === offerId)?.amount ?? 0)} is sent to the seller as
        usual.
      </p>
    ),
  }),
  input: ({ problem: { id, version }, offerId }) => ({ id, version, offerId }),
})

/** Reads problems again when the server reports a change, also when a decision can no longer be undone. */
export function useProblemSignals(isEnabled: boolean) {
  const readAgain = useReadAgain('admin.problems')
  trpc.payouts.watch.useSubscription(undefined, { enabled: isEnabled, onData: readAgain })
}

type OrderProblemsProps = { submissionId: string; onUndoable: (taken: Undoable) => void }

export function OrderProblems({ submissionId, onUndoable }: OrderProblemsProps) {
  const { mayReview, mayPay } = useStaffPermissions()
  const isAllowed = mayReview || mayPay
  const query = trpc.admin.problems.ofOrder.useQuery({ submissionId }, { enabled: isAllowed })
  const [isReporting, setIsReporting] = useState(false)
  useProblemSignals(mayPay)
  if (!isAllowed) return null
  return (
    <Section id="order-problems" title="Problems with the card" level={4} headClass="text-base">
      <QueryPart query={query} lines={1} label="Loading the problems..." failed="The problems could not be loaded.">
        {(problems) => (
          <>
            {problems.map((problem) => (
              <ProblemView key={problem.id} problem={problem} onUndoable={onUndoable} />
            ))}
            {problems.every(({ state }) => state === 'dismissed') && (
              <div className="cluster stretch pad-block-2">
                <SmallButton onClick={() => setIsReporting(true)}>Report a problem...</SmallButton>
              </div>
            )}
          </>
        )}
      </QueryPart>
      {isReporting && <ReportDialog submissionId={submissionId} onClose={() => setIsReporting(false)} />}
    </Section>
  )
}
