import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={releaseLock.isPending}
      title={isOwn ? 'I have not paid' : `Not paid, says ${name}`}
      description={<span className="mono">{id}</span>}
      size="small"
    >
      <p>
        {isOwn
          ? 'The payout is ready again, and anybody may pay it.'
          : unpaidReportedBy
            ? `${unpaidReportedBy.name} said that ${name} has not paid. If you confirm it, the payout is ready again.`
            : `Ask ${name} first. Then another colleague has to confirm it, before the payout is ready again.`}
      </p>
      <Checkbox label="I am sure that no money left" checked={isSure} onCheckedChange={setIsSure} />
      {releaseLock.error && (
        <Notice tone="bad" role="alert">
          {failureText(releaseLock.error)}
        </Notice>
      )}
      <div className="cluster gap-3 pad-top-2">
        <Button
          busy={releaseLock.isPending}
          disabledReason={isSure ? undefined : 'Confirm that no money left'}
          onClick={() => releaseLock.mutate({ id, version })}
        >
          Not paid
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
