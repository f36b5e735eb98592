import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import type { Payout } from '#shared/payout-schema.ts'
import { failureText, useNewestPayout, useReadAgain } from './use-payouts.ts'

type UnpaidDialogProps = { payout: Payout; staffId: string; onClose: () => void }

/** Records that a payout was not paid. For another person's payment it takes two colleagues. */
export function UnpaidDialog({ payout: opened, staffId, onClose }: UnpaidDialogProps) {
  const { id, version, claimedBy, unpaidReportedBy } = useNewestPayout(opened)
  const [isSure, setIsSure] = useState(false)
  const readAgain = useReadAgain()
  const releaseLock = trpc.payouts.releaseLock.useMutation({ onSuccess: onClose, onSettled: readAgain })
  const isOwn = claimedBy?.id === staffId
  const name = claimedBy?.name ?? 'The colleague'
  return (
    <ConfirmDialog
      title={isOwn ? 'Not sent, put it back' : `Not paid, says ${name}`}
      description={<span className="mono">{id}</span>}
      problem={releaseLock.error && { message: failureText(releaseLock.error) }}
      isPending={releaseLock.isPending}
      action="Not paid"
      disabledReason={isSure ? undefined : 'Confirm that no money left'}
      cancel="Close"
      onConfirm={() => releaseLock.mutate({ id, version })}
      onClose={onClose}
    >
      <p>
        {isOwn
          ? 'The payout is ready again, and anybody may pay it.'
          : unpaidReportedBy
            ? `${unpaidReportedBy.name} said that ${name} has not paid. If you confirm it, the payout is ready again.`
            : `Ask ${name} first. Then another colleague has to confirm it, before the payout is ready again.`}
      </p>
      <Checkbox label="I am sure that no money left" checked={isSure} onCheckedChange={setIsSure} />
    </ConfirmDialog>
  )
}
