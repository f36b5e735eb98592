import type { ComponentType } from 'react'
import { cameInRows, feeRow, noReference, ReferenceField, referenceRow, whyRow } from '#client/calls/payment-fields.tsx'
import { type FieldRow, questionDialog, type StepMutation, stepDialog } from '#client/calls/step-dialog.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { dollarsOf, formatDollars } from '#shared/money.ts'
import { PAYOUT_NOTE_MAX_LENGTH, payoutMessages, type ReturnCode, returnCodes } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { unpaidReason } from '#shared/return-reasons.ts'
import { useNewestPayout } from './use-payouts.ts'

export const noMoneyLeft = { label: 'I am sure that no money left', reason: 'Confirm that no money left' }

export function aboutPayout({ id, amount, customer }: Payout, text: string, fact = '') {
  return {
    of: id,
    cancel: 'Close',
    children: (
      <p>
        {formatDollars(amount)} for {customer.name}
        {fact}. {text}
      </p>
    ),
  }
}

type NoteMutation = StepMutation<{ id: string; version: number; note: string }, unknown>

const noteStep = (useMutation: NoteMutation, action: string, text: string, isDanger = true) =>
  stepDialog({
    useMutation,
    show: (payout: Payout) => ({
      ...aboutPayout(payout, text),
      title: action,
      action,
      isDanger,
      fields: { note: whyRow() },
    }),
    input: ({ note }, { id, version }) => ({ id, version, note }),
  })

const codeNames: Readonly<Record<ReturnCode, string>> = {
  provider: 'Returned by the payment provider',
  details: 'Wrong payment details',
  name: 'The name on the account differs',
  bank: 'Wrong account or routing number',
  limit: 'The account has reached its limit',
  blocked: 'The provider blocked it: hold for review',
}

const codeRow: FieldRow<ReturnCode> = {
  start: 'provider',
  draw: (field) => <SelectField {...field} label="Why it came back" options={optionsOf(returnCodes, codeNames)} />,
}

type StepProps = { subject: Payout; onClose: () => void }

const withNewest = (Step: ComponentType<StepProps>) =>
  function NewestStep({ subject, onClose }: StepProps) {
    return <Step subject={useNewestPayout(subject)} onClose={onClose} />
  }

/** The steps that are a form or a question about one payout, by their names. */
export const formSteps = {
  hold: noteStep(
    trpc.payouts.hold.useMutation,
    'Hold payout',
    'It is not sent until a colleague lifts the hold.',
    false,
  ),
  cancel: noteStep(
    trpc.payouts.cancel.useMutation,
    'Cancel payout',
    'Nothing is owed for it any more. The order is pending again, with this reason as a note; the customer reads that we look at the card once more.',
  ),
  'cancel-unclaimed': noteStep(
    trpc.payouts.cancelUnclaimed.useMutation,
    'Cancel at PayPal',
    'The receiver has not claimed it. PayPal takes it back; then the order fails, and the customer can choose another way to be paid.',
  ),
  'close-debt': noteStep(
    trpc.payouts.closeDebt.useMutation,
    'Close debt',
    'Nothing is owed for it any more, and the customer is not paid.',
  ),
  fee: stepDialog({
    useMutation: trpc.payouts.correctFee.useMutation,
    show: (payout: Payout) => ({
      ...aboutPayout(payout, 'Enter all that PayPal took; the ledger gets the difference.'),
      title: 'Correct fee',
      action: 'Correct fee',
      fields: {
        fee: feeRow('Fee at PayPal'),
        note: whyRow(),
      },
    }),
    input: ({ fee, note }, { id, version }) => ({ id, version, fee: dollarsOf(fee), note }),
  }),
  'correct-reference': stepDialog({
    useMutation: trpc.payouts.correctReference.useMutation,
    show: (payout: Payout) => ({
      ...aboutPayout(payout, 'The audit log keeps the former reference.'),
      title: 'Correct reference',
      action: 'Correct reference',
      toast: 'The reference is corrected.',
      fields: {
        reference: {
          start: payout.reference ?? '',
          wrong: (typed) =>
            noReference(typed) ?? (typed.trim() === payout.reference ? payoutMessages.sameReference : undefined),
          draw: (field) => <ReferenceField {...field} hint="The customer reads it. No email is sent." />,
        },
      },
    }),
    input: ({ reference }, { id, version }) => ({ id, version, reference }),
    otherAt: 'reference',
  }),
  return: stepDialog({
    useMutation: trpc.payouts.recordReturn.useMutation,
    show: (payout: Payout) => ({
      ...aboutPayout(
        payout,
        'The order fails, and all of it is owed again. What the bank kept is a fee.',
        ' came back',
      ),
      size: 'medium',
      title: 'Record return',
      action: 'Record return',
      isDanger: true,
      fields: {
        code: codeRow,
        ...cameInRows(payout.amount, payoutMessages.badReturn),
        reference: referenceRow('Reference of the money that came in'),
        note: {
          draw: (field, { code }) => (
            <>
              <p>The customer will read:</p>
              <p className="quotation">{unpaidReason('returned', code as ReturnCode)}</p>
              <TextArea {...field} label="Note for colleagues" optional rows={2} maxLength={PAYOUT_NOTE_MAX_LENGTH} />
            </>
          ),
        },
      },
    }),
    input: ({ amount, ...values }, { id, version }) => ({ id, version, amount: dollarsOf(amount), ...values }),
  }),
  'settle-paid': withNewest(
    stepDialog({
      useMutation: trpc.payouts.settleUnknown.useMutation,
      show: (payout: Payout) => ({
        ...aboutPayout(payout, 'The order is completed.'),
        title: 'PayPal has paid it',
        action: 'Record as paid',
        fields: {
          reference: referenceRow('Transaction ID at PayPal', 'The customer reads it.'),
          fee: feeRow('Fee at PayPal', true),
        },
      }),
      input: ({ reference, fee }, { id, version }) => ({
        ...{ id, version, outcome: 'paid' as const, reference },
        ...(fee.trim() !== '' && { fee: dollarsOf(fee) }),
      }),
      otherAt: 'reference',
    }),
  ),
  // PayPal does not know the payout, which takes two colleagues.
  'settle-unpaid': withNewest(
    questionDialog({
      useMutation: trpc.payouts.settleUnknown.useMutation,
      show: ({ id, unpaidReportedBy }: Payout) => ({
        title: 'PayPal does not know it',
        of: id,
        action: 'Not sent',
        cancel: 'Close',
        sure: {
          label: `I have looked for ${id} at PayPal and found no payment`,
          reason: 'Look for it at PayPal first',
        },
        children: (
          <p>
            {unpaidReportedBy
              ? `${unpaidReportedBy.name} said that PayPal does not know it. If you confirm it, the payout is ready again.`
              : 'Another colleague has to confirm it. Then the payout is ready again, and may be sent a second time.'}
          </p>
        ),
      }),
      input: ({ id, version }) => ({ id, version, outcome: 'not-sent' as const }),
    }),
  ),
}

const UnpaidQuestion = questionDialog({
  useMutation: trpc.payouts.releaseLock.useMutation,
  show: ({ payout: { id, claimedBy, unpaidReportedBy }, staffId }: { payout: Payout; staffId: string }) => {
    const isOwn = claimedBy?.id === staffId
    const name = claimedBy?.name ?? 'The colleague'
    return {
      title: isOwn ? 'Not sent, put it back' : `Not paid, says ${name}`,
      of: id,
      action: 'Not paid',
      cancel: 'Close',
      sure: noMoneyLeft,
      children: (
        <p>
          {isOwn
            ? 'The payout is ready again, and anybody may pay it.'
            : unpaidReportedBy
              ? `${unpaidReportedBy.name} said that ${name} has not paid. If you confirm it, the payout is ready again.`
              : `Ask ${name} first. Then another colleague has to confirm it, before the payout is ready again.`}
        </p>
      ),
    }
  },
  input: ({ payout: { id, version } }) => ({ id, version }),
})

/** For another person's payment it takes two colleagues. */
export function UnpaidDialog({ payout, staffId, onClose }: { payout: Payout; staffId: string; onClose: () => void }) {
  return <UnpaidQuestion subject={{ payout: useNewestPayout(payout), staffId }} onClose={onClose} />
}
