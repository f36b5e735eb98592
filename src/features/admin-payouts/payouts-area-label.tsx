import { Count } from '#client/ui/badge.tsx'
import { usePayoutSignals, usePayoutTotals } from './use-payouts.ts'

/** Always rendered, so it also reads changes. */
export function PayoutsAreaLabel() {
  usePayoutSignals()
  const { ready, attention } = usePayoutTotals() ?? {}
  const waiting = (ready?.count ?? 0) + (attention?.count ?? 0)
  return (
    <>
      <span>Payouts</span>
      <Count count={waiting}>{waiting === 1 ? 'waits' : 'wait'}</Count>
    </>
  )
}
