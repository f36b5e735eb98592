import { MoneyField, ReferenceField } from '#client/calls/payment-fields.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { today } from '#client/lib/today.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { dollarsOf, parseDollars } from '#shared/money.ts'
import { PAYOUT_NOTE_MAX_LENGTH, payoutMessages, type ReturnCode, returnCodes } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { unpaidReason } from '#shared/return-reasons.ts'
import { aboutPayout } from './payout-steps.tsx'

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

/** The money came back: the order fails, and the customer reads why. */
export function ReturnDialog({ payout, onClose }: ReturnDialogProps) {
  const { id, version } = payout
  const form = useForm<Values>(
    { code: 'provider', note: '', amount: payout.amount.toFixed(2), on: today(), reference: '' },
    check,
  )
  const text = 'The order fails, and all of it is owed again. What the bank kept is a fee.'
  const { description, children } = aboutPayout(payout, text, ' came back')
  const record = trpc.payouts.recordReturn.useMutation(useCall({ form, onDone: onClose }))
  return (
    <FormDialog
      size="medium"
      title="Record return"
      description={description}
      action="Record return"
      pendingAction="Saving..."
      cancel="Close"
      isDanger
      form={form}
      isPending={record.isPending}
      onSubmit={({ amount, ...values }) => record.mutate({ id, version, amount: dollarsOf(amount), ...values })}
      onClose={onClose}
    >
      {children}
      <SelectField {...form.bind('code')} label="Why it came back" options={optionsOf(returnCodes, codeNames)} />
      <MoneyField {...form.bind('amount')} label="Money that came in" />
      <TextField {...form.bind('on')} type="date" label="Day when it came in" max={today()} required />
      <ReferenceField {...form.bind('reference')} label="Reference of the money that came in" />
      <p>The customer will read:</p>
      <p className="quotation">{unpaidReason('returned', form.values.code)}</p>
      <TextArea
        {...form.bind('note')}
        label="Note for colleagues"
        optional
        rows={2}
        maxLength={PAYOUT_NOTE_MAX_LENGTH}
      />
    </FormDialog>
  )
}
