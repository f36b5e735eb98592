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

export type RenderChangePayout = (order: { orderId: string; onClose: () => void }) => ReactNode

export type RenderReplacePhoto = (photo: {
  orderId: string
  file: TransactionDetail['uploadedFiles'][number]
  onClose: () => void
}) => ReactNode

export type RenderAppeal = (order: { orderId: string; onClose: () => void }) => ReactNode

export type OrderForms = {
  renderAnswer: RenderAnswer
  renderChangePayout: RenderChangePayout
  renderReplacePhoto: RenderReplacePhoto
  renderAppeal: RenderAppeal
}
