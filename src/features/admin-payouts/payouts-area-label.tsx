import { useSignals } from '#client/lib/staff-changes.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Count } from '#client/ui/badge.tsx'
import { usePayoutTotals } from './use-payouts.ts'

/** Always rendered, so it also reads changes. */
export function PayoutsAreaLabel() {
  trpc.payouts.watch.useSubscription(undefined, useSignals('payouts'))
  const { ready, attention } = usePayoutTotals() ?? {}
  const waiting = (ready?.count ?? 0) + (attention?.count ?? 0)
  return (
    <>
      <span>Payouts</span>
      <Count count={waiting}>{waiting === 1 ? 'waits' : 'wait'}</Count>
    </>
  )
}
