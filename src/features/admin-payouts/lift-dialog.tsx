import { useEffect, useEffectEvent, useState } from 'react'
import { MoneyField } from '#client/calls/payment-fields.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { dollarsOf, formatDollars, parseDollars } from '#shared/money.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { holdText } from './payout-notes.ts'
import { aboutPayout } from './payout-steps.tsx'

type LiftDialogProps = { payout: Payout; hold: Payout['holds'][number]; onClose: () => void }

/** A person who releases their own approval, because they are alone, repeats the amount. */
export function LiftDialog({ payout, hold, onClose }: LiftDialogProps) {
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
