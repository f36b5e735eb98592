import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import type { ToastMessage } from '#client/ui/toast-view.tsx'
import { controlsMessages } from '#shared/controls.ts'
import { dollarsOf, formatDollars, parseDollars } from '#shared/money.ts'
import { MoneyField } from './payment-fields.tsx'
import { useCall } from './use-call.ts'

type ReleaseDialogProps = { title: string; id: string; amount: number; children: ReactNode; onClose: () => void }

/** Releases what waits for a second person. Who works alone repeats the amount, for which the server asks. */
export function ReleaseDialog({ title, id, amount, children, onClose }: ReleaseDialogProps) {
  const [isAlone, setIsAlone] = useState(false)
  const form = useForm({ amount: '' }, ({ amount: typed }): FormProblem | undefined =>
    isAlone && parseDollars(typed) === null ? { message: controlsMessages.typeAmount, field: 'amount' } : undefined,
  )
  const call = useCall({
    form,
    toast: ({ state }: { state: string }) =>
      state === 'overtaken' ? overtaken : `${formatDollars(amount)} is released.`,
    onDone: onClose,
  })
  const release = trpc.waitingActs.release.useMutation({
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
  return (
    <FormDialog
      size="small"
      title={title}
      description={<span className="mono">{id}</span>}
      firstFocus="title"
      action="Release"
      pendingAction="Releasing..."
      cancel="Close"
      form={form}
      isPending={release.isPending}
      onSubmit={({ amount: typed }) => release.mutate({ id, ...(isAlone && { amount: dollarsOf(typed) }) })}
      onClose={onClose}
    >
      {children}
      {isAlone && <MoneyField {...form.bind('amount')} />}
    </FormDialog>
  )
}

const overtaken: ToastMessage = {
  title: 'Not done',
  description: 'It had changed since it was asked.',
  tone: 'error',
}
