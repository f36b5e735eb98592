import { useEffect, useEffectEvent, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { formatDollars, parseDollars } from '#shared/money.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { PayoutFormDialog } from './payout-dialog.tsx'
import { holdText } from './payout-notes.ts'
import { failureText, useReadAgain } from './use-payouts.ts'

type LiftDialogProps = { payout: Payout; hold: Payout['holds'][number]; onClose: () => void }

/** Lifts a hold. Who releases their own approval, because they are alone, repeats the amount. */
export function LiftDialog({ payout, hold, onClose }: LiftDialogProps) {
  const { id, version, amount, destination } = payout
  const isRelease = hold.kind === 'second-person'
  const [isAlone, setIsAlone] = useState(false)
  const readAgain = useReadAgain()
  const toast = useToast()
  const form = useForm({ amount: '' }, ({ amount: typed }): FormProblem | undefined =>
    isAlone && parseDollars(typed) === null
      ? { message: 'Enter the amount of the payout.', field: 'amount' }
      : undefined,
  )
  const lift = trpc.payouts.lift.useMutation({
    onSuccess: () => {
      toast({ title: isRelease ? `${formatDollars(amount)} is released.` : 'The hold is lifted.' })
      onClose()
    },
    onError: (error) => {
      const isAmount = error.data?.field === 'amount'
      setIsAlone(isAlone || isAmount)
      form.report({ message: failureText(error), ...(isAmount && { field: 'amount' }) })
    },
    onSettled: readAgain,
  })
  const focusAmount = useEffectEvent(() => form.focus('amount'))
  // The field appears with the answer that asks for it.
  useEffect(() => {
    if (isAlone) focusAmount()
  }, [isAlone])
  const submit = ({ amount: typed }: { amount: string }) => {
    const cents = isAlone ? parseDollars(typed) : null
    lift.mutate({ id, version, holdId: hold.id, ...(cents !== null && { amount: cents / 100 }) })
  }
  return (
    <PayoutFormDialog
      payout={payout}
      title={isRelease ? 'Release payout' : 'Lift hold'}
      fact={destination && `, to ${destination}`}
      firstFocus="title"
      action={isRelease ? 'Release' : 'Lift hold'}
      form={form}
      isPending={lift.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quotation">{holdText(hold)}</p>
      {isAlone && (
        <TextField
          {...form.bind('amount')}
          clean={withoutInvisible}
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          isMoney
        />
      )}
    </PayoutFormDialog>
  )
}
