import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { fileUrl } from '#client/lib/file-url.ts'
import { sendEvidence } from '#client/lib/send-evidence.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type Evidence, EvidenceField, whyNotSent } from '#client/ui/evidence-field.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { OpenButton } from '#client/ui/open-button.tsx'
import { Section } from '#client/ui/section.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { Time } from '#client/ui/time.tsx'
import {
  CHECK_NOTE_MAX_LENGTH,
  type CheckOutcome,
  type CheckWay,
  checkMessages,
  checkOutcomeLabels,
  checkOutcomes,
  checkWayLabels,
  checkWays,
  measuredOutcomes,
} from '#shared/balance-check.ts'
import type { BalanceCheck } from '#shared/balance-check-schema.ts'
import { dollarsOf, formatDollars, parseDollars } from '#shared/money.ts'
import type { Submission } from '#shared/submission-schema.ts'
import record from '../review/order-record.module.css'

export function BalanceChecks({ submission, checks }: { submission: Submission; checks: readonly BalanceCheck[] }) {
  const { evidenceDueAt } = submission
  return (
    <Section id="balance-checks" title="Balance check" level={4} headClass={record.heading} className="stack gap-2">
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
        <OpenButton
          aria-keyshortcuts="b"
          dialog={(onClose) => <CheckDialog submission={submission} onClose={onClose} />}
        >
          Record a check <KeyCap>B</KeyCap>
        </OpenButton>
      </div>
    </Section>
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

type Values = { outcome: CheckOutcome; how: CheckWay; balance: string; note: string; evidence: Evidence | undefined }

const ways = optionsOf(checkWays, checkWayLabels).map(({ value, name }) => ({
  value,
  name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
}))

function CheckDialog({ submission: { id }, onClose }: { submission: Submission; onClose: () => void }) {
  const [isSending, setIsSending] = useState(false)
  const form = useForm<Values>(
    { outcome: 'full', how: 'website', balance: '', note: '', evidence: undefined },
    ({ outcome, balance }) =>
      measuredOutcomes.includes(outcome) && parseDollars(balance) === null
        ? { message: checkMessages.badBalance, field: 'balance' }
        : undefined,
  )
  const record = trpc.admin.review.recordCheck.useMutation(useCall({ form, onDone: onClose }))
  const { outcome, evidence } = form.values
  const isMeasured = measuredOutcomes.includes(outcome)

  async function save({ balance, note, ...values }: Values) {
    setIsSending(true)
    const sent = values.evidence && (await sendEvidence(id, values.evidence))
    if (sent && 'refusal' in sent) {
      setIsSending(false)
      return form.report(sent.refusal)
    }
    const { outcome, how } = values
    const evidenceId = sent?.id
    record.mutate(
      {
        ...{ submissionId: id, outcome, how },
        ...(isMeasured && { balance: dollarsOf(balance) }),
        ...(note.trim() && { note }),
        ...(evidenceId && { evidenceId }),
      },
      { onSettled: () => setIsSending(false) },
    )
  }
  return (
    <FormDialog
      size="medium"
      title="Balance check"
      of={id}
      action="Save the check"
      pendingAction="Saving..."
      form={form}
      isPending={isSending}
      disabledReason={whyNotSent(evidence)}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
    >
      <SelectField {...form.bind('outcome')} label="Outcome" options={optionsOf(checkOutcomes, checkOutcomeLabels)} />
      {isMeasured && <TextField {...form.bind('balance')} label="Balance on the card" inputMode="decimal" required />}
      <SelectField {...form.bind('how')} label="How you checked" options={ways} />
      <TextArea
        {...form.bind('note')}
        label="Note for colleagues"
        optional
        rows={2}
        maxLength={CHECK_NOTE_MAX_LENGTH}
      />
      <div className="stack gap-1">
        <p>
          <span className="strong">Picture of what you saw</span>{' '}
          <span className="muted">(the seller sees it with a rejection)</span>
        </p>
        <EvidenceField orderId={id} value={evidence} onChange={(next) => form.change({ evidence: next })} />
        {whyNotSent(evidence) && <p className="muted">{whyNotSent(evidence)}</p>}
      </div>
    </FormDialog>
  )
}
