import { Link } from '@tanstack/react-router'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { type Retry, RetryButton } from '#client/ui/retry.tsx'
import { ReceiptSkeleton, Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { site } from '#shared/site.ts'
import type { OrderForms } from './order-forms.ts'
import { TransactionView } from './transaction-detail.tsx'
import styles from './transaction-page.module.css'

const POLL_MS = 10_000
const STALE_MS = 5_000
/** The place in line changes with orders of others, about which no signal arrives. */
const PLACE_MS = 30_000

type TransactionPageProps = OrderForms & {
  reference: string
  /** Undefined until the session is loaded. */
  customerName: string | undefined
}

/** /transactions/GCE-...: one transaction of the signed-in customer. */
export function TransactionPage({ reference, customerName, ...forms }: TransactionPageProps) {
  const query = useTransaction(reference, customerName !== undefined)
  const retry = { isRetrying: query.isFetching, onRetry: () => void query.refetch() }
  return (
    <div className={`page ${styles.page}`}>
      <QueryState
        query={query}
        loading={<LoadingTransaction reference={reference} />}
        failed={({ error }) =>
          isMissing(error) ? <TransactionNotFound reference={reference} /> : <LoadingFailed {...retry} />
        }
      >
        {(transaction) => (
          <TransactionView
            transaction={transaction}
            {...forms}
            payee={customerName ?? ''}
            retry={query.isError ? retry : undefined}
          />
        )}
      </QueryState>
    </div>
  )
}

function LoadingTransaction({ reference }: { reference: string }) {
  const isHydrated = useIsHydrated()
  return (
    <>
      <h1 className={styles.loading}>
        {/* The prerendered page is that of every order. */}
        Order{' '}
        <span className={`strong breaks ${styles.reference}`} data-unknown={!isHydrated || undefined}>
          {isHydrated ? reference : `${site.orderPrefix}0000000000`}
        </span>
      </h1>
      <div className={`stack top ${styles.panes}`}>
        <Skeleton lines={2} height="13rem" label="Loading your order..." />
        <ReceiptSkeleton count={1} label="Loading the receipt..." />
      </div>
    </>
  )
}

function TransactionNotFound({ reference }: { reference: string }) {
  return (
    <StateMessage
      title="Order not found"
      headingLevel={1}
      action={
        <Link to="/transactions" className={buttonClass()}>
          View Transaction History
        </Link>
      }
    >
      There is no order {reference} in this account.
    </StateMessage>
  )
}

function LoadingFailed(retry: Retry) {
  return (
    <StateMessage
      title="This order could not be loaded"
      headingLevel={1}
      action={
        <>
          <RetryButton {...retry} />
          <Link to="/transactions" className={buttonClass('secondary')}>
            View Transaction History
          </Link>
        </>
      }
    >
      Your order is safe. Check your connection and try again.
    </StateMessage>
  )
}

function useTransaction(reference: string, isSignedIn: boolean) {
  const live = useLive()
  const utils = trpc.useUtils()
  const readAgain = () => {
    void utils.transactions.debts.invalidate()
    void utils.transactions.get.invalidate(
      { id: reference },
      // Reading a missing order again would replace the message by skeletons for a moment.
      { predicate: ({ state }) => !isMissing(state.error) },
    )
  }
  trpc.transactions.watch.useSubscription(undefined, {
    enabled: isSignedIn,
    // Events before the subscription started were missed.
    onStarted: readAgain,
    onData: ({ submissionId }) => {
      if (submissionId === null || submissionId === reference) readAgain()
    },
  })
  return trpc.transactions.get.useQuery(
    { id: reference },
    {
      enabled: isSignedIn,
      staleTime: STALE_MS,
      refetchInterval: ({ state }) => {
        if (isMissing(state.error)) return false
        if (!live) return POLL_MS
        return state.data?.tracking ? PLACE_MS : false
      },
    },
  )
}

function isMissing(error: Pick<ApiError, 'data'> | null) {
  return error?.data?.code === 'not_found'
}
