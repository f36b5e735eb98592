import { Tag } from '#client/ui/badge.tsx'
import type { RequestKind } from '#shared/information-request.ts'
import { stageLabel } from '#shared/payout-label.ts'
import type { StatusTone } from '#shared/status-label.ts'
import type { Transaction } from '#shared/submission-schema.ts'

type Shown = Partial<Pick<Transaction, 'stage' | 'payout'>> & { requestKind?: RequestKind | false | undefined }

const requestLabels: Readonly<Record<RequestKind, { name: string; tone: StatusTone }>> = {
  fix: { name: 'We need something from you', tone: 'warn' },
  offer: { name: 'Our offer', tone: 'warn' },
}

/** The label of an open request, else of the way to the money; undefined if the status says it all. */
export function progressLabel({ stage, payout, requestKind }: Shown) {
  return requestKind ? requestLabels[requestKind] : stage && stageLabel(stage, payout)
}

/** Whose turn it is, or where an order is on its way to the money, if its status does not say it. */
export function StageTag(shown: Shown) {
  const label = progressLabel(shown)
  if (!label) return null
  return (
    <Tag wraps tone={label.tone}>
      {label.name}
    </Tag>
  )
}
