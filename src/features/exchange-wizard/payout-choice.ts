import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { PayoutChoice } from './wizard-state.ts'

export function payoutType(payout: PayoutChoice) {
  return payout.kind === 'saved' ? payout.method.type : payout.type
}

export function payoutName(payout: PayoutChoice) {
  return payout.kind === 'saved' ? payout.method.label : paymentTypeInfo[payout.type].name
}
