/** 'sending': someone pays it now. 'sent': a provider has not paid it out yet. 'returned': it had left. */
export const payoutStates = ['held', 'ready', 'sending', 'sent', 'paid', 'failed', 'returned', 'canceled'] as const
export type PayoutState = (typeof payoutStates)[number]
export const waitingPayoutStates: readonly PayoutState[] = ['held', 'ready', 'sending', 'sent']

/** 'hand': a person pays and writes down the reference. 'set-off': the customer uses the payout for their debt. */
export const payoutProviders = ['hand', 'paypal', 'set-off'] as const
export type PayoutProvider = (typeof payoutProviders)[number]

/** Of one attempt to pay. 'calling': begun. 'accepted': a provider has not paid yet. 'refused': no money left. */
export const attemptStates = ['calling', 'accepted', 'unknown', 'refused', 'failed', 'settled', 'returned'] as const
export type AttemptState = (typeof attemptStates)[number]

/** Why a provider refuses all payouts of the site. 'log': the recovery log beside the backups cannot be written. */
export const senderPauseReasons = ['credentials', 'permission', 'funds', 'request', 'log'] as const
export type SenderPauseReason = (typeof senderPauseReasons)[number]

/** The error of an attempt whose receiver has no account at the provider yet. */
export const UNCLAIMED = 'UNCLAIMED'

/** What the customer reads when staff approve the card; one of the suggested reasons. */
export const approvedReason = 'The balance of your card is confirmed. We are preparing your payout.'

/** What the customer reads when staff cancel the payout of an approved card. */
export const checkedAgainReason = 'We look at your card once more before we pay you. We email you when we have decided.'

export const REFERENCE_MAX_LENGTH = 80
export const PAYOUT_NOTE_MAX_LENGTH = 300

/** Codes of a payout that failed or came back. 'blocked': its provider objects to it, so staff decide what follows. */
export const returnCodes = ['provider', 'details', 'name', 'bank', 'limit', 'blocked'] as const
export type ReturnCode = (typeof returnCodes)[number]

/** Of a completed order whose status changes: it stays paid, came back, or was marked as sent by mistake. */
export const paidMoney = ['sent', 'returned', 'never-sent'] as const
export type PaidMoney = (typeof paidMoney)[number]

export const paidMoneyNames: Readonly<Record<PaidMoney, string>> = {
  sent: 'It stays paid',
  returned: 'It came back',
  'never-sent': 'It was never sent',
}

export const paidMoneyTexts: Readonly<Record<PaidMoney, string>> = {
  sent: 'nothing is booked, only the status changes',
  returned: 'the return is booked, and the money is owed again',
  'never-sent': 'the payment is reversed, and its payout is canceled',
}

export const payoutMessages = {
  saysNothingOfMoney: `This order was paid. Say with payout what became of the money. ${paidMoney
    .map((each) => `${each}: ${paidMoneyTexts[each]}`)
    .join('; ')}.`,
  onlyPayReturns:
    'Only an owner can book that here, because it needs the permissions to decide and to pay. Finance records money that came back under Payouts.',
  notByHand:
    'Only a payment that a person made by hand can be marked as never sent. PayPal reports what became of others.',
  wasSetOff: 'This payout was used for what the seller owed: no money left, so it has no return, fee or reference.',
  hasPayout: (payoutId: string) => `This order has the payout ${payoutId}.`,
  paying: (name: string) => `${name} is paying this payout.`,
  changed: 'Someone else has changed this payout. Look at it again.',
  isSending: 'This payout is being sent. Wait until it is sent or has failed.',
  completesItself: 'This payout is on its way. The order is completed when it is paid.',
  referenceMissing: 'Enter the reference of the payment.',
  onlyPay: 'Completed says that money was sent. Approve the order; finance sends it.',
  returnWaits: 'This return needs a second person. Record it under Payouts, and someone else releases it.',
  tooMuchAlone: 'You have approved and paid as much as one person may in 24 hours. Somebody else pays this one.',
  notBegun: 'This payout is not being paid by hand.',
  noPayPal: 'This site has no PayPal app. Pay this payout by hand.',
  notByPayPal: (payoutId: string) => `PayPal cannot pay the payout ${payoutId}. Pay it by hand.`,
  notReady: (payoutId: string) => `The payout ${payoutId} is not ready.`,
  notUnknown: 'The server knows what became of this payout, or still asks PayPal.',
  wasAccepted: 'PayPal has accepted this payout. Record that it was paid, or that it came back.',
  onItsWay: 'This payout is on its way.',
  notReturned: 'This order has no payout that failed or came back.',
  providerReports: 'PayPal is asked about this payout, and reports when it comes back.',
  sameReference: 'This is the reference of the payment already.',
  referenceOfProvider: 'This payout has the reference of its provider, which cannot be corrected.',
  accountDeleted: 'The account of this customer is deleted, and with it the reference.',
  noDebt: 'Nothing is owed for this payout.',
  notUnclaimed: 'PayPal does not wait for the receiver to claim this payout.',
  noAnswer: 'PayPal did not answer. The server looks up what became of this payout.',
  notPaid: 'This payout is not paid.',
  sameFee: 'The ledger has this fee.',
  badFee: 'Enter the fee in dollars and cents, like 1.84.',
  badReturn: 'Enter the amount in dollars with at most two decimals.',
  beyondReturn: (amount: string) => `Enter an amount above $0.00 and at most ${amount}, which was paid.`,
  badReturnDay: 'Enter the day when the money came in, like 2026-11-20.',
  returnInFuture: 'Enter a day that has passed.',
  returnBeforeSent: 'Enter a day on which the payout was already sent, or a later one.',
  wrongState: 'This payout cannot be changed that way in its state.',
  noDetails: 'Where this payout goes is no longer stored.',
  noMethod: 'No payout method that reaches the seller is stored. They choose one on the page of the order.',
  isRefund: 'The seller is owed this refund. Hold it instead.',
  customerHeld: (reason: string) =>
    `Payouts of this customer are held: ${reason}. Approve the order, then lift the hold under Payouts.`,
} as const

/** Why a payout is held, to follow 'is held: '; besides the seconds in which its approval can be undone. */
export const holdReasons = {
  'second-person': 'it needs a second person',
  'account-changed': "the customer's account was changed recently",
  'account-disabled': "the customer's account was disabled",
  review: 'a payment provider objected to paying this customer',
  'by-hand': 'a colleague holds it',
  restored: 'a backup was restored, and it may have been paid since',
  'under-review': 'a problem with another card of the customer is reported',
  'set-off': 'the customer is asked whether it may be set off',
} as const
export type HoldKind = keyof typeof holdReasons
export const holdKinds = Object.keys(holdReasons) as HoldKind[]

/** 'stuck': by hand, not ended in time. 'review': its provider objects to the customer. 'came-back': still owed. */
export const attentionKinds = ['stuck', 'unknown', 'review', 'problem', 'not-completed', 'came-back'] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** 'on-its-way': a provider has not paid the money out yet. 'returned': failed or came back, and still owed. */
export const transactionStages = [
  'waiting',
  'checking',
  'approved',
  'paying',
  'on-its-way',
  'paid',
  'returned',
] as const
export type TransactionStage = (typeof transactionStages)[number]

export const movingStates = ['sending', 'sent'] as const satisfies readonly PayoutState[]

export const endedStates = ['paid', 'failed', 'returned', 'canceled'] as const satisfies readonly PayoutState[]

export const payoutSums = [...payoutStates, 'attention'] as const
export type PayoutSum = (typeof payoutSums)[number]
/** 'done': nothing more happens to it by itself, and nothing is owed for it. 'being-sent': 'sending' or 'sent'. */
export const payoutFilters = [...payoutSums, 'done', 'being-sent'] as const
export type PayoutFilter = (typeof payoutFilters)[number]

/** 'yes': a line of a statement has the payout. 'no': it was sent, and none has it. */
export const reconciledFilters = ['yes', 'no'] as const

export const PAYOUTS_PER_PAGE = 25
export const SEND_MAX_PAYOUTS = 100
