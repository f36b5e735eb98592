import { questionDialog } from '#client/calls/step-dialog.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { PayoutFileDetail } from '#shared/payout-file-schema.ts'
import { noMoneyLeft } from './payout-steps.tsx'

/** `ids` are the payouts of the file that were not paid. */
type Unpaid = { file: PayoutFileDetail; ids: readonly string[]; isOwn: boolean }

/** For the file of another person it takes two colleagues. */
export const PutBackDialog = questionDialog({
  useMutation: trpc.payouts.putFileBack.useMutation,
  show: ({ file, ids, isOwn }: Unpaid) => {
    const what = ids.length === 1 ? '1 payout' : `${ids.length} payouts`
    return {
      title: isOwn ? `Put ${what} back` : `Not paid, says ${file.madeBy.name}`,
      description: <span className="mono">{file.id}</span>,
      action: isOwn ? 'Put back' : 'Not paid',
      cancel: 'Close',
      sure: noMoneyLeft,
      toast: isOwn ? `${what} put back.` : 'A second colleague has to confirm it.',
      children: (
        <p>
          {isOwn
            ? 'They are ready again, and anybody may pay them. Remove them from the file before you upload it.'
            : `Ask ${file.madeBy.name} first. Two colleagues have to say it before the payouts are ready again.`}
        </p>
      ),
    }
  },
  input: ({ file, ids }) => ({ id: file.id, ids: [...ids] }),
})
