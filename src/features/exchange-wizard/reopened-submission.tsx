import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { RetryButton } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { finalStatuses } from '#shared/submission.ts'
import type { Transaction } from '#shared/submission-schema.ts'
import { DoneStep } from './done-step.tsx'
import type { PlacedOrder } from './wizard-state.ts'

/** The confirmation of an earlier order, after a reload or from a bookmark. */
export function ReopenedSubmission({
  orderId,
  onAnother,
}: {
  orderId: string
  onAnother: (brandSlug?: string) => void
}) {
  const { data, isPending, isError, isFetching, refetch } = trpc.transactions.list.useQuery()
  const found = data?.find((each) => each.id === orderId)
  if (found) return <DoneStep order={placedOrderOf(found)} onAnother={onAnother} />
  if (isPending) return <Skeleton lines={4} height="4rem" label="Loading your order..." />
  if (isError)
    return (
      <StateMessage
        title="This order could not be loaded"
        action={<RetryButton isRetrying={isFetching} onRetry={() => void refetch()} />}
      >
        It is safe with us. Check your connection and try again.
      </StateMessage>
    )
  return (
    <StateMessage title="Order not found" action={<Button onClick={() => onAnother()}>Start New Exchange</Button>}>
      There is no order {orderId} in this account.
    </StateMessage>
  )
}

function placedOrderOf(transaction: Transaction): PlacedOrder {
  const {
    id,
    giftCardName,
    cardValue,
    exchangeRate,
    payoutAmount,
    paymentMethod,
    uploadedFiles,
    removedAt,
    status,
    createdAt,
  } = transaction
  return {
    submissionId: id,
    cardName: giftCardName,
    cardValue,
    exchangeRate,
    payoutAmount,
    payoutLabel: paymentMethod,
    fileCount: removedAt === undefined ? uploadedFiles.length : undefined,
    placedAt: finalStatuses.has(status) ? undefined : Date.parse(createdAt),
  }
}
