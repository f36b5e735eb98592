import { useState } from 'react'
import { MoneyAccountField, MoneyField, ReferenceField } from '#client/calls/payment-fields.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { counted } from '#client/lib/format.ts'
import { sendEvidence } from '#client/lib/send-evidence.ts'
import { useReadAgain } from '#client/lib/staff-changes.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { type Undoable, undoResult } from '#client/lib/use-undo-stack.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { type Evidence, EvidenceField, whyNotSent } from '#client/ui/evidence-field.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { formatDollars, parseDollars } from '#shared/money.ts'
import {
  clawbackText,
  debtText,
  PROBLEM_REASON_MAX_LENGTH,
  type ProblemDecision,
  problemDecisionNames,
  problemMessages,
  problemNeedsEvidence,
} from '#shared/problem.ts'
import type { Problem } from '#shared/problem-schema.ts'

const actions: Readonly<Record<ProblemDecision, string>> = {
  'write-off': 'Write it off',
  'claw-back': 'Claw it back',
  recovered: 'Record the refund',
  dismiss: 'Close without a loss',
}

type Values = {
  decision: ProblemDecision
  amount: string
  reason: string
  reference: string
  account: string
  rejects: boolean
  offers: readonly string[]
  picture: Evidence | undefined
}

type DecideDialogProps = { problem: Problem; onUndoable: (taken: Undoable) => void; onClose: () => void }

/** Decides what becomes of the money of a bad card. A problem that was written off can only be recovered. */
export function DecideDialog({ problem, onUndoable, onClose }: DecideDialogProps) {
  const { id, version, paid, customer, submissionId, state } = problem
  const isOpen = state === 'open'
  const form = useForm<Values>(
    {
      decision: isOpen ? 'write-off' : 'recovered',
      amount: paid.toFixed(2),
      ...{ reason: '', reference: '', account: '' },
      ...{ rejects: false, offers: [], picture: undefined },
    },
    check,
  )
  const { decision, rejects, offers, picture } = form.values
  const isClawback = decision === 'claw-back'
  // Only a whole payout is offered.
  const offerable = problem.offerable.filter(({ amount }) => amount * 100 <= (parseDollars(form.values.amount) ?? 0))
  const takeBack = useTakeBack()
  const [isSending, setIsSending] = useState(false)
  const call = useCall<{ waiting?: unknown }, Values>({ form, onDone: onClose })
  const decide = trpc.admin.problems.decide.useMutation({
    ...call,
    onSuccess: (planned, { amount }) => {
      if (planned.waiting) return call.onSuccess(planned)
      const sum = amount === undefined ? '' : ` ${formatDollars(amount)},`
      const message = `${problemDecisionNames[decision]}:${sum} ${submissionId}.`
      onUndoable({ message, about: [submissionId], takeBack: () => takeBack(planned) })
      onClose()
    },
  })
  const submit = async ({ amount, reason, reference, account }: Values) => {
    const cents = parseDollars(amount) ?? 0
    setIsSending(true)
    const sent = isClawback && picture ? await sendEvidence(submissionId, picture) : undefined
    setIsSending(false)
    if (sent && 'refusal' in sent) return form.report({ message: sent.refusal.message, field: 'picture' })
    decide.mutate({
      ...{ id, version, decision, undoable: true },
      ...(sent && { evidenceIds: [sent.id] }),
      ...(hasAmount(decision) && { amount: cents / 100 }),
      ...(needsReason(form.values) && { reason }),
      ...(decision === 'recovered' && { reference }),
      ...(account !== '' && { account }),
      ...(decision !== 'dismiss' && rejects && { rejects }),
      ...(isClawback && {
        offerPayoutIds: offerable.flatMap((payout) => (offers.includes(payout.id) ? payout.id : [])),
      }),
    })
  }
  return (
    <FormDialog
      size="medium"
      title={isOpen ? 'Decide the problem' : 'Record a refund of the brand'}
      of={submissionId}
      action={actions[decision]}
      pendingAction="Saving..."
      isDanger={isClawback}
      form={form}
      isPending={isSending || decide.isPending}
      disabledReason={isClawback ? whyNotSent(picture) : undefined}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <p>
        {formatDollars(paid)} was paid to {customer.name} for this card.
      </p>
      {isOpen && (
        <ChoiceButtons
          label="Decision"
          choices={Object.entries(problemDecisionNames).map(([value, name]) => ({
            value: value as ProblemDecision,
            name,
          }))}
          chosen={decision}
          onChoose={(next) => form.change({ decision: next })}
        />
      )}
      <p>{explain(decision, problem)}</p>
      {hasAmount(decision) && (
        <MoneyField
          {...form.bind('amount')}
          label={isClawback ? 'The seller has to repay' : 'The brand has refunded'}
        />
      )}
      {decision === 'recovered' && (
        <ReferenceField {...form.bind('reference')} label="Reference of the refund" optional />
      )}
      {(decision === 'recovered' || (decision !== 'dismiss' && problem.kind === 'charged-back')) && (
        <MoneyAccountField
          {...form.bind('account')}
          label={decision === 'recovered' ? 'Where it arrived' : 'Where it went back from'}
        />
      )}
      {decision !== 'dismiss' && isOpen && problem.orderStatus !== 'rejected' && (
        <Checkbox
          name="rejects"
          label="The order becomes Rejected, too"
          checked={rejects}
          onCheckedChange={(next) => form.change({ rejects: next })}
        />
      )}
      {needsReason(form.values) && (
        <TextArea
          {...form.bind('reason')}
          label="Reason, which the seller reads"
          rows={3}
          maxLength={PROBLEM_REASON_MAX_LENGTH}
        />
      )}
      {isClawback && problem.evidence.length === 0 && (
        <div className="stack gap-2" data-field="picture" tabIndex={-1}>
          <p>
            <span className="strong">Picture of what you saw</span>{' '}
            {problemNeedsEvidence(problem.kind) && (
              <span className="muted">(the seller has a right to it; without one, we owe it to them for 24 hours)</span>
            )}
          </p>
          <EvidenceField orderId={submissionId} value={picture} onChange={(next) => form.change({ picture: next })} />
          {form.errorAt('picture') && <p className="bad">{form.errorAt('picture')}</p>}
        </div>
      )}
      {isClawback && offerable.length > 0 && (
        <fieldset className="stack gap-2">
          <legend className="strong">Ask the seller to use a payout for it</legend>
          <p className="muted">It is held until they answer, and taken only if they agree.</p>
          {offerable.map((payout) => (
            <Checkbox
              key={payout.id}
              name="offers"
              label={
                <>
                  {formatDollars(payout.amount)} for <span className="mono">{payout.submissionId}</span>
                </>
              }
              checked={offers.includes(payout.id)}
              onCheckedChange={(isChosen) =>
                form.change({
                  offers: isChosen ? [...offers, payout.id] : offers.filter((each) => each !== payout.id),
                })
              }
            />
          ))}
        </fieldset>
      )}
      {isClawback && <Letter problem={problem} values={form.values} />}
    </FormDialog>
  )
}

function Letter({ problem: { kind, submissionId, evidence }, values: { amount, reason, picture } }: LetterProps) {
  const cents = parseDollars(amount)
  const pictures = evidence.length + (picture ? 1 : 0)
  return (
    <section aria-label="What the seller will read" className="stack gap-1 quotation">
      <p className="muted">The seller will read, in an email and on the page of the order:</p>
      <p className="strong">{debtText(cents ? formatDollars(cents / 100) : '$...', submissionId)}</p>
      <p>{clawbackText(kind)}</p>
      <p>{reason.trim() || <span className="muted">Your reason.</span>}</p>
      {pictures > 0 && <p className="muted">{`With ${counted(pictures, 'picture')}.`}</p>}
    </section>
  )
}

type LetterProps = { problem: Problem; values: Values }

const hasAmount = (decision: ProblemDecision) => decision === 'claw-back' || decision === 'recovered'
const needsReason = ({ decision, rejects }: Values) => decision === 'claw-back' || (decision !== 'dismiss' && rejects)

function check(values: Values) {
  if (hasAmount(values.decision) && !parseDollars(values.amount))
    return { message: problemMessages.noAmount, field: 'amount' }
  return needsReason(values) && values.reason.trim() === ''
    ? { message: problemMessages.noReason, field: 'reason' }
    : undefined
}

function explain(decision: ProblemDecision, { paid }: Problem) {
  switch (decision) {
    case 'write-off':
      return 'The cost of the card is a loss. The seller is not asked for anything.'
    case 'claw-back':
      return 'The seller owes it: they get an email with the reason and the pictures, and how to repay it, 8 seconds after you save. What is not repaid stays a loss.'
    case 'recovered':
      return `The refund of the brand reduces the loss of ${formatDollars(paid)}.`
    case 'dismiss':
      return 'The card is good. What was held for this problem is released.'
  }
}

function useTakeBack() {
  const { client } = trpc.useUtils()
  const readAgain = useReadAgain('admin.problems')
  return async ({ id, version }: Pick<Problem, 'id' | 'version'>) => {
    try {
      await client.admin.problems.undo.mutate({ id, version })
      return undoResult(1, [])
    } catch (error) {
      return undoResult(0, [error as ApiError])
    } finally {
      readAgain()
    }
  }
}
