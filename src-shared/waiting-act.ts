/** Procedures that wait for a second person with their input, or know a repeat by its request key. */
export const actKinds = {
  fee: 'Fee correction',
  return: 'Return recorded by hand',
  debt: 'Closed debt',
  'buyer-debt': 'Debt of a buyer, written off',
  'buyer-payment': 'Payment of a buyer',
  'claw-back': 'Reversal of a claw back',
  entry: 'Adjusting entry',
  reversal: 'Reversal of an entry',
  move: 'Move of money',
  waiver: 'Waiver',
  decision: 'Decision on a problem',
  card: 'Loss or sale of a card',
  'own-card': 'Redemption by the reviewer of the card',
  cards: 'Loss or sale of several cards',
  'card-file': 'File of losses and sales',
  'month-closing': 'Closing of a month',
  'month-reopening': 'Reopening of a month',
  payout: 'Payout',
  'lot-outcome': 'Outcome of a lot',
  lot: 'Lot of cards',
} as const
export type ListedKind = keyof typeof actKinds
/** Payouts and lots wait in rows of their own. */
export type ActKind = Exclude<ListedKind, 'payout' | 'lot'>

/** What an act is about; cards have the id of their order. */
export const thingKinds = ['payout', 'card', 'line', 'entry', 'lot', 'account', 'month'] as const
export type ThingKind = (typeof thingKinds)[number]

/** 'overtaken': the thing has changed since, so that nothing was done. */
export const actStates = ['waiting', 'released', 'canceled', 'expired', 'overtaken'] as const
export type ActState = (typeof actStates)[number]

export const actStateNames: Readonly<Record<ActState, string>> = {
  waiting: 'Waits for a second person',
  released: 'Done',
  canceled: 'Not done: canceled',
  expired: 'Not done: expired',
  overtaken: 'Not done: it had changed',
}

export const ACT_DAYS = 7
