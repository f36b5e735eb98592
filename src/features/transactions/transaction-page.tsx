import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { OrderDetail } from './transaction-detail.tsx'
import styles from './transaction-page.module.css'
import { useOrder } from './use-transaction.ts'

/** /transactions/GCE-...: one order of the signed-in customer. `isSignedIn` is false until the server has said so. */
export function OrderPage({ orderId, isSignedIn }: { orderId: string; isSignedIn: boolean }) {
  const { data, error, isFetching, refetch } = useOrder(orderId, isSignedIn)
  const retry = { isRetrying: isFetching, onRetry: () => void refetch() }
  return (
    <div className={`page ${styles.page}`}>
      {data ? (
        <OrderDetail order={data} retry={error ? retry : undefined} />
      ) : error?.data?.code === 'not_found' ? (
        <OrderNotFound orderId={orderId} />
      ) : error ? (
        <LoadingFailed {...retry} />
      ) : (
        <LoadingOrder orderId={orderId} />
      )}
    </div>
  )
}

function LoadingOrder({ orderId }: { orderId: string }) {
  return (
    <>
      <h1 className={styles.loading}>Order {orderId}</h1>
      <Skeleton lines={10} label="Loading your order..." />
    </>
  )
}

function OrderNotFound({ orderId }: { orderId: string }) {
  return (
    <StateMessage
      title="Order not found"
      headingLevel={1}
      action={
        <Link to="/transactions" className={buttonClass('primary')}>
          View Transaction History
        </Link>
      }
    >
      There is no order {orderId} in this account.
    </StateMessage>
  )
}

function LoadingFailed({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <StateMessage
      title="This order could not be loaded"
      headingLevel={1}
      action={
        <>
          <Button busy={isRetrying} onClick={onRetry}>
            Try Again
          </Button>
          <Link to="/transactions" className={buttonClass('secondary')}>
            View Transaction History
          </Link>
        </>
      }
    >
      It is safe with us. Check your connection and try again.
    </StateMessage>
  )
}
