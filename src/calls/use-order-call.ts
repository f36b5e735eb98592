import { trpc } from '#client/lib/trpc.ts'
import type { CallError } from '#client/ui/call-problem.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { type CallOptions, useCall } from './use-call.ts'

/** The options of a call that changes an order. After a conflict, or without an answer, the order is read again. */
export function useOrderCall<Values extends object>(
  orderId: string,
  { onDone, ...options }: Omit<CallOptions<TransactionDetail, Values>, 'changes'>,
) {
  const utils = trpc.useUtils()
  const call = useCall({
    ...options,
    onDone: (order: TransactionDetail) => {
      utils.transactions.get.setData({ id: orderId }, order)
      void utils.transactions.list.invalidate()
      onDone?.(order)
    },
  })
  return {
    ...call,
    onError: (error: CallError) => {
      call.onError(error)
      if (!error.data || error.data.code === 'conflict') void utils.transactions.get.invalidate({ id: orderId })
    },
  }
}
