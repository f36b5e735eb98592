import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { APPEAL_WORDS_MAX_LENGTH, type AppealOutcome, appealMessages, appealOutcomeNames } from '#shared/appeal.ts'
import type { StaffAppeal } from '#shared/appeal-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { type RepaymentAccount, repaymentAccountNames, repaymentAccounts } from '#shared/problem.ts'

type Values = { words: string; returnedFrom: RepaymentAccount }
type AnswerDialogProps = { appeal: StaffAppeal; outcome: AppealOutcome; onClose: () => void }

export function AnswerDialog({ appeal, outcome, onClose }: AnswerDialogProps) {
  const { id: appealId, submissionId, repaid = 0 } = appeal
  const form = useForm<Values>({ words: '', returnedFrom: 'hand' }, undefined, {
    required: { words: appealMessages.noAnswer },
  })
  const returns = outcome === 'right' && repaid > 0
  const decide = trpc.admin.decideAppeal.useMutation(
    useCall({
      form,
      toast: { title: 'Appeal answered', description: 'The seller gets an email.', tone: 'success' },
      onDone: onClose,
    }),
  )
  return (
    <FormDialog
      size="medium"
      title={appealOutcomeNames[outcome]}
      description={<span className="mono">{submissionId}</span>}
      action="Send the answer"
      pendingAction="Sending..."
      form={form}
      isPending={decide.isPending}
      onSubmit={({ words, returnedFrom }) =>
        decide.mutate({ appealId, outcome, words, ...(returns && { returnedFrom }) })
      }
      onClose={onClose}
    >
      <p>{consequenceOf(appeal, outcome)}</p>
      <TextArea
        {...form.bind('words')}
        label="Your answer (the seller reads it)"
        rows={4}
        maxLength={APPEAL_WORDS_MAX_LENGTH}
        required
      />
      {returns && (
        <SelectField
          {...form.bind('returnedFrom')}
          label={`From where you have sent ${formatDollars(repaid)} back`}
          options={optionsOf(repaymentAccounts, repaymentAccountNames)}
        />
      )}
    </FormDialog>
  )
}

function consequenceOf({ against, repaid = 0 }: StaffAppeal, outcome: AppealOutcome): string {
  if (outcome === 'stands') return 'Nothing else changes. The seller cannot appeal this decision again.'
  if (against === 'rejection')
    return 'The order is checked again at its old rate. We erased the code, so the seller is asked for it.'
  const waived = 'The seller owes nothing for this order; the loss stays with us.'
  return repaid > 0
    ? `${waived} Send back the ${formatDollars(repaid)} that they have repaid before you answer.`
    : waived
}
