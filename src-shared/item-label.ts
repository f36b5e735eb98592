import type { ItemState } from './inventory.ts'
import type { StatusTone } from './status-label.ts'

export const itemLabels: Readonly<Record<ItemState, { name: string; tone: StatusTone }>> = {
  'in-stock': { name: 'In stock', tone: 'info' },
  listed: { name: 'Listed', tone: 'warn' },
  disposed: { name: 'Disposed', tone: 'ok' },
  'written-off': { name: 'Written off', tone: 'bad' },
  withdrawn: { name: 'Withdrawn', tone: 'off' },
}
