import type { PayoutState, TransactionStage } from './payout.ts'
import type { StatusLabel } from './status-label.ts'

export const payoutLabels: Readonly<Record<PayoutState, StatusLabel>> = {
  held: { name: 'Held', tone: 'warn' },
  ready: { name: 'Ready', tone: 'info' },
  sending: { name: 'Being sent', tone: 'info' },
  sent: { name: 'Being sent', tone: 'info' },
  paid: { name: 'Paid', tone: 'ok' },
  failed: { name: 'Failed', tone: 'bad' },
  returned: { name: 'Came back', tone: 'bad' },
  canceled: { name: 'Canceled', tone: 'off' },
}

/** The stages of an order that its status does not show. */
const stageLabels: Readonly<Partial<Record<TransactionStage, StatusLabel>>> = {
  approved: { name: 'Approved', tone: 'ok' },
  paying: { name: 'Being paid', tone: 'info' },
  'on-its-way': { name: 'On its way', tone: 'info' },
  returned: { name: 'Payout came back', tone: 'bad' },
}

/** What a customer reads of a held payout, wherever it is shown. */
export const secondLook: StatusLabel = { name: 'Waiting for a second look', tone: 'warn' }

/** The label of a stage, if the status of the order does not show it. Of a refused payout no money came back. */
export function stageLabel(
  stage: TransactionStage,
  payout: { state: PayoutState; isHeld?: true | undefined } | undefined,
): StatusLabel | undefined {
  if (payout?.isHeld && stage === 'approved') return secondLook
  return stage === 'returned' && payout?.state === 'failed'
    ? { name: 'Payout not paid', tone: 'bad' }
    : stageLabels[stage]
}
