import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { MoneyField } from '#client/calls/payment-fields.tsx'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { dollarsOf, formatDollars, parseDollars } from '#shared/money.ts'
import type { BegunPayout, Payout } from '#shared/payout-schema.ts'
import type { ProblemFilter } from '#shared/problem.ts'
import { PayDialog } from './pay-dialog.tsx'
import { holdText } from './payout-notes.ts'
import type { PayoutStep } from './payout-row.tsx'
import { sumText } from './payout-search.ts'
import { aboutPayout, formSteps, UnpaidDialog } from './payout-steps.tsx'

/** `destination` is known only right after the payment was begun. */
export type OpenedStep = Exclude<PayoutStep, { kind: 'begin' }> & {
  payout: Payout
  destination?: BegunPayout['destination']
}

type PayoutStepDialogProps = {
  opened: OpenedStep
  staffId: string
  onNext: (() => void) | undefined
  onOpen: (step: OpenedStep | undefined) => void
  renderReport: RenderReport
}

export function PayoutStepDialog({ opened, staffId, onNext, onOpen, renderReport }: PayoutStepDialogProps) {
  const { payout } = opened
  const onClose = () => onOpen(undefined)
  switch (opened.kind) {
    case 'sent':
      return (
        <PayDialog key={payout.id} payout={payout} destination={opened.destination} onNext={onNext} onClose={onClose} />
      )
    case 'unpaid':
      return <UnpaidDialog payout={payout} staffId={staffId} onClose={onClose} />
    case 'lift':
      return <LiftDialog payout={payout} hold={opened.hold} onClose={onClose} />
    case 'send':
      return <SendDialog subject={[payout]} onClose={onClose} />
    case 'report':
      return renderReport({ submissionId: payout.submissionId, onClose })
    default: {
      const FormStep = formSteps[opened.kind]
      return <FormStep subject={payout} onClose={onClose} />
    }
  }
}

/** A person who releases their own approval, because they are alone, repeats the amount. */
function LiftDialog({ payout, hold, onClose }: { payout: Payout; hold: Payout['holds'][number]; onClose: () => void }) {
  const { id, version, amount, destination } = payout
  const isRelease = hold.kind === 'second-person'
  const [isAlone, setIsAlone] = useState(false)
  const form = useForm({ amount: '' }, ({ amount: typed }): FormProblem | undefined =>
    isAlone && parseDollars(typed) === null
      ? { message: 'Enter the amount of the payout.', field: 'amount' }
      : undefined,
  )
  const call = useCall({
    form,
    toast: isRelease ? `${formatDollars(amount)} is released.` : 'The hold is lifted.',
    onDone: onClose,
  })
  const lift = trpc.payouts.lift.useMutation({
    ...call,
    onError: (error) => {
      setIsAlone(isAlone || error.data?.field === 'amount')
      call.onError(error)
    },
  })
  const focusAmount = useEffectEvent(() => form.focus('amount'))
  // The field appears with the answer that asks for it.
  useEffect(() => {
    if (isAlone) focusAmount()
  }, [isAlone])
  const { children, ...about } = aboutPayout(payout, '', destination && `, to ${destination}`)
  return (
    <FormDialog
      {...about}
      size="small"
      title={isRelease ? 'Release payout' : 'Lift hold'}
      firstFocus="title"
      action={isRelease ? 'Release' : 'Lift hold'}
      pendingAction="Saving..."
      form={form}
      isPending={lift.isPending}
      onSubmit={({ amount: typed }) =>
        lift.mutate({ id, version, holdId: hold.id, ...(isAlone && { amount: dollarsOf(typed) }) })
      }
      onClose={onClose}
    >
      {children}
      <p className="quotation">{holdText(hold)}</p>
      {isAlone && <MoneyField {...form.bind('amount')} />}
    </FormDialog>
  )
}

/** All of the payouts are sent by PayPal, or none if one cannot be. */
export const SendDialog = questionDialog({
  useMutation: trpc.payouts.sendNow.useMutation,
  show: (payouts: readonly Payout[]) => ({
    size: 'medium',
    title: `Send ${sumText(payouts)} by PayPal`,
    description: payouts.length === 1 ? 'One payout' : `${payouts.length} payouts`,
    firstFocus: 'title',
    action: 'Send',
    cancel: 'Close',
    toast: `${sumText(payouts)} is being sent by PayPal.`,
    children: (
      <ul className="stack gap-2 plain breaks">
        {payouts.map(({ id, amount, customer, destination }) => (
          <li key={id}>
            <span className="mono">{id}</span> {sumText([{ amount }])} for {customer.name}
            {destination && `, to ${destination}`}
          </li>
        ))}
      </ul>
    ),
  }),
  input: (payouts) => ({ ids: payouts.map(({ id }) => id) }),
})

type ShownProblems = { state: ProblemFilter; page?: number }

/** Renders the problems of paid cards, which belong to another feature. */
type RenderProblems = (
  list: Pick<ShownProblems, 'state'> & {
    page: number | undefined
    counts: { open: number; owed: number } | undefined
    onShow: (shown: ShownProblems, replace?: boolean) => void
  },
) => ReactNode

export type RenderReport = (order: { submissionId: string; onClose: () => void }) => ReactNode

export type ProblemForms = { renderProblems: RenderProblems; renderReport: RenderReport }
