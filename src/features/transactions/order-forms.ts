import type { ReactNode } from 'react'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import type { PhotoSlot } from '#shared/upload.ts'

/** Renders the form that sends what an order lacks, or what was requested. It calls `onSent` once it is stored. */
export type RenderAnswer = (lacking: {
  transaction: TransactionDetail
  photos: readonly PhotoSlot[]
  request?: TransactionDetail['request']
  onSent: () => void
}) => ReactNode

/** Renders the dialog in which a customer whose payout failed or came back chooses another way to be paid. */
export type RenderChangePayout = (order: { orderId: string; onClose: () => void }) => ReactNode

/** Renders the dialog in which a customer replaces a photo of a pending order. */
export type RenderReplacePhoto = (photo: {
  orderId: string
  file: TransactionDetail['uploadedFiles'][number]
  onClose: () => void
}) => ReactNode

/** Renders the dialog in which a customer appeals a decision. */
export type RenderAppeal = (order: { orderId: string; onClose: () => void }) => ReactNode

/** The forms about an order, which belong to other features. */
export type OrderForms = {
  renderAnswer: RenderAnswer
  renderChangePayout: RenderChangePayout
  renderReplacePhoto: RenderReplacePhoto
  renderAppeal: RenderAppeal
}
