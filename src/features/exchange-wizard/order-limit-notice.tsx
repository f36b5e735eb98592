import { trpc } from '#client/lib/trpc.ts'
import { Notice } from '#client/ui/notice.tsx'

const REFRESH_MS = 60_000

export function OrderLimitNotice() {
  const { data } = trpc.exchange.orderLimit.useQuery(undefined, {
    staleTime: 0,
    // The message has the minutes to wait.
    refetchInterval: ({ state }) => (state.data?.message ? REFRESH_MS : false),
  })
  return data?.message ? (
    <Notice tone="warn" role="status" title="Please Wait">
      {data.message}
    </Notice>
  ) : null
}
