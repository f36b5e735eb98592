import { questionDialog } from '#client/calls/step-dialog.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { noMoneyLeft } from './payout-steps.tsx'
import { useNewestPayout } from './use-payouts.ts'

const UnpaidQuestion = questionDialog({
  useMutation: trpc.payouts.releaseLock.useMutation,
  show: ({ payout: { id, claimedBy, unpaidReportedBy }, staffId }: { payout: Payout; staffId: string }) => {
    const isOwn = claimedBy?.id === staffId
    const name = claimedBy?.name ?? 'The colleague'
    return {
      title: isOwn ? 'Not sent, put it back' : `Not paid, says ${name}`,
      description: <span className="mono">{id}</span>,
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

type UnpaidDialogProps = { payout: Payout; staffId: string; onClose: () => void }

/** For another person's payment it takes two colleagues. */
export function UnpaidDialog({ payout, staffId, onClose }: UnpaidDialogProps) {
  return <UnpaidQuestion subject={{ payout: useNewestPayout(payout), staffId }} onClose={onClose} />
}
