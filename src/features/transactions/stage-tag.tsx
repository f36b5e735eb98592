import { Tag } from '#client/ui/badge.tsx'
import { stageLabel } from '#shared/payout-label.ts'
import type { Transaction } from '#shared/submission-schema.ts'

/** Where an order is on its way to the money, if its status does not say it. */
export function StageTag({ stage, payout }: Pick<Transaction, 'stage' | 'payout'>) {
  const label = stage && stageLabel(stage, payout)
  return label ? <Tag tone={label.tone}>{label.name}</Tag> : null
}
