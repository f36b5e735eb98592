import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { failureText, useReadAgain } from './use-payouts.ts'

/** Looks again for the payouts of open lines, for example after payouts were marked as sent. */
export function RematchButton({ accountId }: { accountId: string }) {
  const toast = useToast()
  const rematch = trpc.statements.rematch.useMutation({
    onSuccess: ({ matched, differs }) =>
      toast({ title: `${matched} ${matched === 1 ? 'line' : 'lines'} matched, ${differs} of another amount.` }),
    onError: (error) => toast({ title: 'Not matched', description: failureText(error), tone: 'error' }),
    onSettled: useReadAgain(),
  })
  return (
    <Button size="small" variant="quiet" busy={rematch.isPending} onClick={() => rematch.mutate({ id: accountId })}>
      Match again
    </Button>
  )
}
