import type { EntryKind, EntryState, LineState } from '#shared/statement.ts'
import type { StatusTone } from '#shared/status-label.ts'

type Label = { name: string; tone: StatusTone }

export const lineLabels: Readonly<Record<LineState, Label>> = {
  open: { name: 'No payout', tone: 'warn' },
  differs: { name: 'Amount differs', tone: 'bad' },
  waiting: { name: 'Second person', tone: 'info' },
  reconciled: { name: 'Reconciled', tone: 'ok' },
}

export const entryLabels: Readonly<Record<EntryState, Label>> = {
  waiting: { name: 'Waits for a second person', tone: 'info' },
  posted: { name: 'In the ledger', tone: 'ok' },
  refused: { name: 'Refused', tone: 'off' },
  reversed: { name: 'Reversed', tone: 'off' },
}

export const entryKindNames: Readonly<Record<EntryKind, string>> = { fee: 'Fee', correction: 'Correction' }
