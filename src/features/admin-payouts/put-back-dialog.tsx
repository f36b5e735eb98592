import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { PayoutFileDetail } from '#shared/payout-file-schema.ts'
import { failureText, useReadAgain } from './use-payouts.ts'

type PutBackDialogProps = {
  file: PayoutFileDetail
  /** The payouts that were not paid. */
  ids: readonly string[]
  isOwn: boolean
  onClose: () => void
}

/** Records that payouts of a file were not paid. For the file of another person it takes two colleagues. */
export function PutBackDialog({ file, ids, isOwn, onClose }: PutBackDialogProps) {
  const [isSure, setIsSure] = useState(false)
  const toast = useToast()
  const what = ids.length === 1 ? '1 payout' : `${ids.length} payouts`
  const back = trpc.payouts.putFileBack.useMutation({
    onSuccess: () => {
      toast({ title: isOwn ? `${what} put back.` : 'A second colleague has to confirm it.' })
      onClose()
    },
    onSettled: useReadAgain(),
  })
  return (
    <ConfirmDialog
      title={isOwn ? `Put ${what} back` : `Not paid, says ${file.madeBy.name}`}
      description={<span className="mono">{file.id}</span>}
      problem={back.error && { message: failureText(back.error) }}
      isPending={back.isPending}
      action={isOwn ? 'Put back' : 'Not paid'}
      disabledReason={isSure ? undefined : 'Confirm that no money left'}
      cancel="Close"
      onConfirm={() => back.mutate({ id: file.id, ids: [...ids] })}
      onClose={onClose}
    >
      <p>
        {isOwn
          ? 'They are ready again, and anybody may pay them. Remove them from the file before you upload it.'
          : `Ask ${file.madeBy.name} first. Two colleagues have to say it before the payouts are ready again.`}
      </p>
      <Checkbox label="I am sure that no money left" checked={isSure} onCheckedChange={setIsSure} />
    </ConfirmDialog>
  )
}
