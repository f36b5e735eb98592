import { LabelTag } from '#client/ui/badge.tsx'
import type { RequestKind } from '#shared/information-request.ts'
import { stageLabel } from '#shared/payout-label.ts'
import type { StatusLabel } from '#shared/status-label.ts'
import type { Transaction } from '#shared/submission-schema.ts'
import { orderLabel } from '#shared/withdrawal.ts'

const requestLabels: Readonly<Record<RequestKind, StatusLabel>> = {
  fix: { name: 'We need something from you', tone: 'warn' },
  offer: { name: 'Our offer', tone: 'warn' },
}

type Shown = Partial<Pick<Transaction, 'stage' | 'payout' | 'requestKind'>>

/** The label of an open request, else of the way to the money; undefined if the status says it all. */
export function progressLabel({ stage, payout, requestKind }: Shown) {
  return requestKind ? requestLabels[requestKind] : stage && stageLabel(stage, payout)
}

type OrderTagsProps = { order: Parameters<typeof orderLabel>[0] & Shown; isPage?: boolean | undefined }

/** The status, then the progress. The page of an order says in a part of its own what is requested. */
export function OrderTags({ order, isPage }: OrderTagsProps) {
  const { requestKind: _, ...way } = order
  const progress = progressLabel(isPage ? way : order)
  return (
    <>
      <LabelTag label={orderLabel(order)} /> {progress && <LabelTag wraps label={progress} />}
    </>
  )
}
