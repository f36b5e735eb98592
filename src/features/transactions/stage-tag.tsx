import { Tag } from '#client/ui/badge.tsx'
import { stageLabels } from '#shared/payout-label.ts'
import type { Transaction } from '#shared/submission-schema.ts'

/** Where an order is on its way to the money, if its status does not say it. */
export function StageTag({ stage }: Pick<Transaction, 'stage'>) {
  const label = stage && stageLabels[stage]
  return label ? <Tag tone={label.tone}>{label.name}</Tag> : null
}
