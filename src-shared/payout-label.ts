import type { PayoutState, TransactionStage } from './payout.ts'
import type { StatusTone } from './status-label.ts'

type Label = { name: string; tone: StatusTone }

/** The states of a payout as staff read them. */
export const payoutLabels: Readonly<Record<PayoutState, Label>> = {
  held: { name: 'Held', tone: 'warn' },
  ready: { name: 'Ready', tone: 'info' },
  sending: { name: 'Being paid', tone: 'info' },
  sent: { name: 'Sent', tone: 'ok' },
  paid: { name: 'Paid', tone: 'ok' },
  failed: { name: 'Failed', tone: 'bad' },
  returned: { name: 'Came back', tone: 'bad' },
  canceled: { name: 'Canceled', tone: 'off' },
}

/** The stages of an order that its status does not show. */
export const stageLabels: Readonly<Partial<Record<TransactionStage, Label>>> = {
  approved: { name: 'Approved', tone: 'ok' },
  paying: { name: 'Being paid', tone: 'info' },
  returned: { name: 'Payout came back', tone: 'bad' },
}
