import { checkedAgainReason } from './payout.ts'
import { withdrawnReason } from './withdrawal.ts'

/** Fixed texts that staff cannot choose. Codes and texts are stored, so they never change. */
export const systemReasons = {
  /** A rejection for which staff gave no reason. */
  none: 'We could not accept this card. Contact support and we explain why.',
  withdrawn: withdrawnReason,
  cancelled: 'You cancelled this order.',
  'checked-again': checkedAgainReason,
  'fix-asked': 'We need something from you before we can go on. It is listed on the page of your order.',
  'fix-sent': 'You sent what we asked for.',
  'offer-made': 'We found another balance on your card. Our offer is on the page of your order.',
  'offer-accepted': 'You accepted our offer.',
  'offer-declined': 'You declined our offer. The card is yours; you can use or sell it.',
  'offer-expired': 'You did not answer our offer in time. The card is yours; you can use or sell it.',
  'not-answered': 'You did not send what we asked for in time. The card is yours; you can sell it again.',
  'appeal-open': 'You appealed against the decision. A reviewer looks at it.',
  'appeal-right': 'You were right, and we are sorry. We check the card again.',
  'appeal-stands': 'We looked at your order again. The decision stands.',
  'appeal-withdrawn': 'You withdrew your appeal.',
} as const

export type SystemReasonCode = keyof typeof systemReasons
