import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'

/** Looks again for the payouts of open lines, for example after payouts were marked as sent. */
export function RematchButton({ accountId }: { accountId: string }) {
  const rematch = trpc.statements.rematch.useMutation(
    useCall({
      toast: ({ matched, differs }) =>
        `${matched} ${matched === 1 ? 'line' : 'lines'} matched, ${differs} of another amount.`,
      failed: 'Not matched',
    }),
  )
  return (
    <Button size="small" variant="quiet" busy={rematch.isPending} onClick={() => rematch.mutate({ id: accountId })}>
      Match again
    </Button>
  )
}
