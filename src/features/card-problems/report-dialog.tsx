import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { today } from '#client/lib/day-start.ts'
import { sendEvidence } from '#client/lib/send-evidence.ts'
import { trpc } from '#client/lib/trpc.ts'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { type Evidence, EvidenceField, whyNotSent } from '#client/ui/evidence-field.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { optionsOf } from '#client/ui/select-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { PAYOUT_NOTE_MAX_LENGTH } from '#shared/payout.ts'
import { MAX_EVIDENCE, type ProblemKind, problemKindNames, problemKinds } from '#shared/problem.ts'

type Values = { kind: ProblemKind; foundOn: string; note: string; pictures: readonly Evidence[] }
export function ReportDialog({ submissionId, onClose }: { submissionId: string; onClose: () => void }) {
  const [isSending, setIsSending] = useState(false)
  const form = useForm<Values>({ kind: 'drained', foundOn: today(), note: '', pictures: [] })
  const problem = trpc.admin.problems.report.useMutation(useCall({ form, onDone: onClose }))
  const { kind, pictures } = form.values
  const places = pictures.length < MAX_EVIDENCE ? [...pictures, undefined] : pictures
  const notSent = pictures.map(whyNotSent).find((why) => why !== undefined)
  const report = async ({ pictures: chosen, note, ...values }: Values) => {
    setIsSending(true)
    const evidenceIds: string[] = []
    for (const picture of chosen) {
      const sent = await sendEvidence(submissionId, picture)
      if ('refusal' in sent) {
        setIsSending(false)
        return form.report(sent.refusal)
      }
      evidenceIds.push(sent.id)
    }
    problem.mutate(
      { submissionId, ...values, ...(note.trim() && { note }), evidenceIds },
      { onSettled: () => setIsSending(false) },
    )
  }
  return (
    <FormDialog
      size="medium"
      title="Report a problem"
      of={submissionId}
      action="Report the problem"
      pendingAction="Reporting..."
      form={form}
      isPending={isSending}
      disabledReason={notSent}
      onSubmit={(values) => void report(values)}
      onClose={onClose}
    >
      <p>The order stays as it is for the seller. What has not left for them is held until finance has decided.</p>
      <div className="stack gap-1">
        <p className="strong" id="problem-kind">
          What is wrong with the card
        </p>
        <ChoiceButtons
          label="What is wrong with the card"
          choices={optionsOf(problemKinds, problemKindNames)}
          chosen={kind}
          onChoose={(next) => form.change({ kind: next })}
        />
      </div>
      <TextField {...form.bind('foundOn')} type="date" label="Found on" max={today()} required />
      <TextArea
        {...form.bind('note')}
        label="Note for colleagues"
        optional
        rows={3}
        maxLength={PAYOUT_NOTE_MAX_LENGTH}
      />
      <div className="stack gap-2" data-field="evidenceIds" tabIndex={-1}>
        <p>
          <span className="strong">Pictures</span>{' '}
          <span className="muted">(such as the balance at the brand; the seller sees them if they have to repay)</span>
        </p>
        {places.map((each, at) => (
          <EvidenceField
            // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no identity besides their place
            key={at}
            orderId={submissionId}
            value={each}
            onChange={(next) => form.change({ pictures: replaced(pictures, at, next) })}
          />
        ))}
        {notSent && <p className="muted">{notSent}</p>}
        {form.errorAt('evidenceIds') && <p className="bad">{form.errorAt('evidenceIds')}</p>}
      </div>
    </FormDialog>
  )
}

function replaced(pictures: readonly Evidence[], at: number, next: Evidence | undefined) {
  return [...pictures.slice(0, at), ...(next ? [next] : []), ...pictures.slice(at + 1)]
}
