import { useEffect } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { payoutOf } from './repeatable-order.ts'
import type { PayoutChoice } from './wizard-state.ts'

/** Chooses how the last order was paid, for a customer who has sold a card and has not chosen yet. */
export function useLastMethod(
  signedIn: boolean,
  payout: PayoutChoice | undefined,
  choose: (payout: PayoutChoice) => void,
): void {
  const isWanted = signedIn && payout === undefined
  const orders = trpc.transactions.list.useQuery(undefined, { enabled: isWanted })
  const saved = trpc.account.paymentMethods.useQuery(undefined, { enabled: isWanted })
  // The last order may have saved a method that the former list lacks.
  const isNewest = isWanted && !orders.isFetching && !saved.isFetching
  const last = orders.data?.[0]
  const found = isNewest && saved.data && last ? payoutOf(last, saved.data) : undefined
  // What is known only later must not replace a choice that was made before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last method is known
  useEffect(() => {
    if (found) choose(found)
  }, [found === undefined])
}
