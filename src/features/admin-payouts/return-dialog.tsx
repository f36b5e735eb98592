import { today } from '#client/lib/today.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { parseDollars } from '#shared/money.ts'
import { PAYOUT_NOTE_MAX_LENGTH, payoutMessages, type ReturnCode, returnCodes } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { unpaidReason } from '#shared/return-reasons.ts'
import { PayoutFormDialog } from './payout-dialog.tsx'
import { ReferenceField } from './payout-fields.tsx'
import { useStepOutcome } from './use-step-outcome.ts'

const codeNames: Readonly<Record<ReturnCode, string>> = {
  provider: 'Returned by the payment provider',
  details: 'Wrong payment details',
  name: 'The name on the account differs',
  bank: 'Wrong account or routing number',
  limit: 'The account has reached its limit',
  blocked: 'The provider blocked it: hold for review',
}

type Values = { code: ReturnCode; note: string; amount: string; on: string; reference: string }
function check({ amount, reference }: Values): FormProblem | undefined {
  if (!parseDollars(amount)) return { message: payoutMessages.badReturn, field: 'amount' }
  return reference.trim() === '' ? { message: payoutMessages.referenceMissing, field: 'reference' } : undefined
}

type ReturnDialogProps = { payout: Payout; onClose: () => void }

/** Records that the money came back: the order fails, and the customer reads why. */
export function ReturnDialog({ payout, onClose }: ReturnDialogProps) {
  const { id, version } = payout
  const form = useForm<Values>(
    { code: 'provider', note: '', amount: payout.amount.toFixed(2), on: today(), reference: '' },
    check,
  )
  const { code } = form.values
  const record = trpc.payouts.recordReturn.useMutation(useStepOutcome(form, onClose))
  return (
    <PayoutFormDialog
      payout={payout}
      size="medium"
      title="Record return"
      fact=" came back"
      text="The order fails, and all of it is owed again. What the bank kept is a fee."
      action="Record return"
      isDanger
      form={form}
      isPending={record.isPending}
      onSubmit={({ amount, ...values }) =>
        record.mutate({ id, version, amount: (parseDollars(amount) ?? 0) / 100, ...values })
      }
      onClose={onClose}
    >
      <SelectField
        label="Why it came back"
        value={code}
        onValueChange={(next) => form.change({ code: returnCodes.find((each) => each === next) ?? code })}
      >
        {returnCodes.map((each) => (
          <option key={each} value={each}>
            {codeNames[each]}
          </option>
        ))}
      </SelectField>
      <TextField
        {...form.bind('amount')}
        clean={withoutInvisible}
        label="Money that came in"
        inputMode="decimal"
        autoComplete="off"
        isMoney
      />
      <TextField {...form.bind('on')} type="date" label="Day when it came in" max={today()} required />
      <ReferenceField {...form.bind('reference')} label="Reference of the money that came in" />
      <p>The customer will read:</p>
      <p className="quotation">{unpaidReason('returned', code)}</p>
      <TextArea
        {...form.bind('note')}
        label="Note for colleagues"
        optional
        rows={2}
        maxLength={PAYOUT_NOTE_MAX_LENGTH}
      />
    </PayoutFormDialog>
  )
}
