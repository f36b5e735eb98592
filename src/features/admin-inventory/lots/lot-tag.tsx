import { Tag } from '#client/ui/badge.tsx'
import type { LotState } from '#shared/inventory.ts'
import { lotStateNames } from '#shared/lot.ts'
import type { StatusTone } from '#shared/status-label.ts'

const tones: Readonly<Record<LotState, StatusTone>> = { made: 'warn', released: 'info', closed: 'ok', canceled: 'off' }

export function LotTag({ state }: { state: LotState }) {
  return <Tag tone={tones[state]}>{lotStateNames[state]}</Tag>
}
