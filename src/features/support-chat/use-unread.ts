import { trpc } from '#client/lib/trpc.ts'

/** How many answers of support the customer has not seen. */
export function useUnread(): number {
  return trpc.chat.watchUnseen.useSubscription().data ?? 0
}
