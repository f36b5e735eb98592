import { useState } from 'react'
import { sendEvidence } from '#client/lib/send-evidence.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { type Evidence, EvidenceField, whyNotSent } from '#client/ui/evidence-field.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
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
import { parseDollars } from '#shared/money.ts'
import type { Submission } from '#shared/submission-schema.ts'

type Values = { outcome: CheckOutcome; how: CheckWay; balance: string; note: string; evidence: Evidence | undefined }

/** Records what the reviewer found out about the balance of a card, with a redacted picture of it. */
export function CheckDialog({ submission: { id }, onClose }: { submission: Submission; onClose: () => void }) {
  const utils = trpc.useUtils()
  const [isPending, setIsPending] = useState(false)
  const record = trpc.admin.review.recordCheck.useMutation()
  const form = useForm<Values>(
    { outcome: 'full', how: 'website', balance: '', note: '', evidence: undefined },
    ({ outcome, balance }) =>
      measuredOutcomes.includes(outcome) && parseDollars(balance) === null
        ? { message: checkMessages.badBalance, field: 'balance' }
        : undefined,
  )
  const { outcome, how, evidence } = form.values
  const isMeasured = measuredOutcomes.includes(outcome)

  async function save({ balance, note, ...values }: Values) {
    setIsPending(true)
    try {
      const sent = values.evidence && (await sendEvidence(id, values.evidence))
      if (sent && 'refusal' in sent) return form.report(sent.refusal)
      const cents = isMeasured ? parseDollars(balance) : null
      await record.mutateAsync({
        submissionId: id,
        outcome: values.outcome,
        how: values.how,
        ...(cents !== null && { balance: cents / 100 }),
        ...(note.trim() && { note }),
        ...(sent && { evidenceId: sent.id }),
      })
      void utils.admin.submissions.lists.invalidate()
      await utils.admin.review.get.invalidate({ submissionId: id })
      onClose()
    } catch (error) {
      const { data, message } = error as ApiError
      const text = data ? message : 'No connection. Please try again.'
      form.report({ message: text, ...(data?.field !== undefined && { field: data.field }) })
    } finally {
      setIsPending(false)
    }
  }
  return (
    <FormDialog
      size="medium"
      title="Balance check"
      description={<span className="mono">{id}</span>}
      action="Save the check"
      pendingAction="Saving..."
      form={form}
      isPending={isPending}
      disabledReason={whyNotSent(evidence)}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
    >
      <SelectField
        label="Outcome"
        value={outcome}
        onValueChange={(chosen) => form.change({ outcome: checkOutcomes.find((each) => each === chosen) ?? outcome })}
      >
        {checkOutcomes.map((each) => (
          <option key={each} value={each}>
            {checkOutcomeLabels[each]}
          </option>
        ))}
      </SelectField>
      {isMeasured && (
        <TextField
          {...form.bind('balance')}
          label="Balance on the card"
          inputMode="decimal"
          autoComplete="off"
          required
        />
      )}
      <SelectField
        label="How you checked"
        value={how}
        onValueChange={(chosen) => form.change({ how: checkWays.find((each) => each === chosen) ?? how })}
      >
        {checkWays.map((each) => (
          <option key={each} value={each}>
            {`${checkWayLabels[each].charAt(0).toUpperCase()}${checkWayLabels[each].slice(1)}`}
          </option>
        ))}
      </SelectField>
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
        <EvidenceField value={evidence} onChange={(next) => form.change({ evidence: next })} />
        {whyNotSent(evidence) && <p className="muted">{whyNotSent(evidence)}</p>}
      </div>
    </FormDialog>
  )
}
