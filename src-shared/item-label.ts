import type { ItemState } from './inventory.ts'
import type { StatusLabel } from './status-label.ts'

export const itemLabels: Readonly<Record<ItemState, StatusLabel>> = {
  'in-stock': { name: 'In stock', tone: 'info' },
  listed: { name: 'Listed', tone: 'warn' },
  'to-check': { name: 'To be checked', tone: 'warn' },
  disposed: { name: 'Disposed', tone: 'ok' },
  'written-off': { name: 'Written off', tone: 'bad' },
  withdrawn: { name: 'Withdrawn', tone: 'off' },
}
