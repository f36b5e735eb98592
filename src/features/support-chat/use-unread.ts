import { trpc } from '#client/lib/trpc.ts'

/** The number of unread replies. */
export function useUnread(): number {
  return trpc.chat.watchUnseen.useSubscription().data ?? 0
}
