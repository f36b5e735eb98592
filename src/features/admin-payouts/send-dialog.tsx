import { questionDialog } from '#client/calls/step-dialog.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { sumText } from './paypal-choice.ts'

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
