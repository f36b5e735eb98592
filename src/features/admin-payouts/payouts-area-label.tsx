import { Count } from '#client/ui/badge.tsx'
import { usePayoutSignals, usePayoutTotals } from './use-payouts.ts'

/** The area label with the number of payouts that wait for somebody. Always rendered, so it also reads changes. */
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
