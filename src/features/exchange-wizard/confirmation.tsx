import { useEffect, useRef } from 'react'
import { useCatalogue } from '#client/lib/catalogue.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { RetryButton } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { finalStatuses } from '#shared/submission.ts'
import type { Transaction } from '#shared/submission-schema.ts'
import { type ConfirmationProps, DoneStep } from './done-step.tsx'
import { repeatableTransaction } from './repeatable-order.ts'
import type { WizardMemory } from './use-wizard.ts'
import type { PlacedSubmission, RepeatableOrder, WizardStage } from './wizard-state.ts'

type StageProps = {
  wizard: WizardMemory
  stage: Extract<WizardStage, { step: 'done' }>
  sellsLike: boolean
  email: string | undefined
}

export function Confirmation({ wizard, stage, sellsLike, email }: StageProps) {
  const { state, isRequesting, requestQuote, dispatch, goToStep } = wizard
  async function repeatOrder(order: RepeatableOrder, { replace = false } = {}) {
    const quote = await requestQuote(order.card)
    if (!quote) return
    dispatch({ type: 'repeat', order, quote })
    void goToStep('upload', { replace })
  }
  const onStartOver = () => {
    dispatch({ type: 'reset' })
    void goToStep('card')
  }
  const { last } = state
  if ('submissionId' in stage)
    return (
      <ReopenedSubmission
        submissionId={stage.submissionId}
        {...{ sellsLike, repeatOrder, isRequesting, email, onStartOver }}
      />
    )
  const repeat = last && { isRequesting, onPress: () => void repeatOrder(last) }
  return <DoneStep submission={stage.submission} {...{ repeat, email, onStartOver }} />
}

type ReopenedProps = ConfirmationProps &
  Pick<WizardMemory, 'isRequesting'> & {
    repeatOrder: (order: RepeatableOrder, options?: { replace?: boolean }) => Promise<void>
    sellsLike: boolean
  }
function ReopenedSubmission({ submissionId, ...props }: ReopenedProps & { submissionId: string }) {
  const { data, isPending, isError, isFetching, refetch } = trpc.transactions.list.useQuery()
  const found = data?.find((each) => each.id === submissionId)
  if (found) return <Reopened transaction={found} {...props} />
  if (isPending) return <Skeleton lines={4} height="4rem" label="Loading your order..." />
  if (isError)
    return (
      <StateMessage
        title="This order could not be loaded"
        action={<RetryButton isRetrying={isFetching} onRetry={() => void refetch()} />}
      >
        Your order is safe. Check your connection and try again.
      </StateMessage>
    )
  return (
    <StateMessage title="Order not found" action={<Button onClick={props.onStartOver}>Start New Exchange</Button>}>
      There is no order {submissionId} in this account.
    </StateMessage>
  )
}

function Reopened(props: ReopenedProps & { transaction: Transaction }) {
  const { transaction, sellsLike, repeatOrder, isRequesting, ...confirmation } = props
  const { data: saved = [], isPending } = trpc.account.paymentMethods.useQuery()
  const order = repeatableTransaction(transaction, useCatalogue(), saved)
  const isBegun = useRef(false)
  const begins = sellsLike && !isPending
  // The address asks for it, once.
  useEffect(() => {
    if (!begins || isBegun.current) return
    isBegun.current = true
    void repeatOrder(order, { replace: true })
  })
  if (sellsLike && (isPending || isRequesting))
    return <Skeleton lines={4} height="4rem" label="Loading your order..." />
  const repeat = { isRequesting: isRequesting || isPending, onPress: () => void repeatOrder(order) }
  const isBought = order.card.brandSlug !== undefined
  return (
    <DoneStep submission={placedSubmissionOf(transaction)} repeat={isBought ? repeat : undefined} {...confirmation} />
  )
}

function placedSubmissionOf(order: Transaction): PlacedSubmission {
  return {
    submissionId: order.id,
    cardName: order.giftCardName,
    condition: order.cardCondition ?? undefined,
    cardValue: order.cardValue,
    exchangeRate: order.exchangeRate,
    payoutAmount: order.payoutAmount,
    payoutLabel: order.paymentMethod,
    isPaidByBank: order.paymentMethod === paymentTypeInfo.bank.name,
    fileCount: order.removedAt === undefined ? order.uploadedFiles.length : undefined,
    placedAt: Date.parse(order.createdAt),
    isDecided: finalStatuses.has(order.status),
  }
}
