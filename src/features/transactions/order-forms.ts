import type { ReactNode } from 'react'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import type { PhotoSlot } from '#shared/upload.ts'

type OrderDialog = { orderId: string; onClose: () => void }

export type OrderForms = {
  /** The form that sends what an order lacks, or what was requested. It calls `onSent` once it is stored. */
  renderAnswer: (lacking: {
    transaction: TransactionDetail
    photos: readonly PhotoSlot[]
    request?: TransactionDetail['request']
    onSent: () => void
  }) => ReactNode
  renderChangePayout: (order: OrderDialog) => ReactNode
  renderReplacePhoto: (photo: OrderDialog & { file: TransactionDetail['uploadedFiles'][number] }) => ReactNode
  renderAppeal: (order: OrderDialog) => ReactNode
}
