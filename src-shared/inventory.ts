/**
 * The states of an item. It is 'to-check' while a buyer knows its code and has refused it, and 'withdrawn' while its
 * payout has come back and nothing was done with the card.
 */
export const itemStates = ['in-stock', 'listed', 'to-check', 'disposed', 'written-off', 'withdrawn'] as const
export type ItemState = (typeof itemStates)[number]
/** Whether it is here and in no lot, so that what becomes of it can be recorded. */
export const isOurs = (state: ItemState) => state === 'in-stock' || state === 'to-check'

export const newKinds = ['redeemed', 'sold', 'transferred', 'written-off', 'charged-back', 'recovered'] as const
export type NewKind = (typeof newKinds)[number]

/** 'received' is what a buyer pays of a lot, 'unpaid' what they never pay. */
const recordedKinds = [...newKinds, 'received', 'unpaid', 'correction'] as const
export type RecordedKind = (typeof recordedKinds)[number]

/** The server records what the payout of an item does: 'withdrawn' when it comes back, 'restocked' when it is paid. */
export const dispositionKinds = [...recordedKinds, 'withdrawn', 'restocked'] as const
export type DispositionKind = (typeof dispositionKinds)[number]

export const dispositionNames: Readonly<Record<DispositionKind, string>> = {
  redeemed: 'Redeemed',
  sold: 'Sold',
  transferred: 'Transferred',
  'written-off': 'Written off',
  'charged-back': 'Charged back',
  recovered: 'Recovered',
  received: 'Paid by the buyer',
  unpaid: 'Never paid',
  correction: 'Corrected',
  withdrawn: 'Withdrawn',
  restocked: 'Back in stock',
}

export const writeOffCauses = ['drained', 'invalid', 'frozen', 'lost', 'charged-back', 'other'] as const
export type WriteOffCause = (typeof writeOffCauses)[number]

export const writeOffCauseNames: Readonly<Record<WriteOffCause, string>> = {
  drained: 'Drained',
  invalid: 'Invalid',
  frozen: 'Frozen',
  lost: 'Lost',
  'charged-back': 'Charged back',
  other: 'Other',
}

/** Where the balance of an approved card is: an account of ours, the card itself in the safe, or a buyer. */
export const balancePlaces = ['account', 'safe', 'buyer'] as const
export type BalancePlace = (typeof balancePlaces)[number]

export const balancePlaceNames: Readonly<Record<BalancePlace, string>> = {
  account: 'An account of ours',
  safe: 'Still on the card',
  buyer: 'A buyer',
}

export const balanceMessages = {
  question: 'Where is the balance now?',
  unknownPlace: `The place must be ${balancePlaces.join(', ').replace(/, ([^,]*)$/, ' or $1')}.`,
  noName: 'Enter the name of the account or of the buyer.',
  malformed: 'A balance has a place and a name.',
} as const

/** 'made' waits for its second person, 'released' may be downloaded, 'closed' has an outcome for each item. */
export const lotStates = ['made', 'released', 'closed', 'canceled'] as const
export type LotState = (typeof lotStates)[number]

/** A card is sold when it is delivered; its buyer owes it until it is paid or 'unpaid', which is written off. */
export const lotItemStates = ['offered', 'delivered', 'paid', 'refused', 'unpaid'] as const
export type LotItemState = (typeof lotItemStates)[number]

/** What the list of items is filtered by; 'stock' is 'in-stock' and 'listed'. */
export const itemFilters = ['stock', ...itemStates] as const
export type ItemFilter = (typeof itemFilters)[number]
export const stockStates = ['in-stock', 'listed'] as const satisfies readonly ItemState[]

/** Days since the payment, by the date in UTC. */
export const itemAges = ['0-2', '3-7', '8-30', 'older'] as const
export type ItemAge = (typeof itemAges)[number]

export const itemAgeNames: Readonly<Record<ItemAge, string>> = {
  '0-2': '0 to 2 days',
  '3-7': '3 to 7 days',
  '8-30': '8 to 30 days',
  older: 'Older than 30 days',
}

export const fieldsOfKind: Readonly<Record<Exclude<RecordedKind, 'correction'>, readonly DispositionField[]>> = {
  redeemed: ['faceValue', 'amount', 'place', 'account'],
  sold: ['faceValue', 'amount', 'fee', 'buyer', 'account'],
  transferred: ['place'],
  'written-off': ['faceValue', 'cause'],
  'charged-back': ['amount', 'fee', 'account'],
  recovered: ['amount', 'account'],
  received: ['amount', 'fee', 'account'],
  unpaid: ['amount'],
}
export const dispositionFields = ['faceValue', 'amount', 'fee', 'buyer', 'place', 'cause', 'account'] as const
export type DispositionField = (typeof dispositionFields)[number]

export const reviewerKinds = ['redeemed', 'transferred'] as const satisfies readonly NewKind[]

export const MAX_ITEMS_AT_ONCE = 100
export const MAX_DISPOSITION_LINES = 500
export const MAX_ITEM_NOTE_LENGTH = 300
export const MAX_PLACE_LENGTH = 60
export const MAX_BUYER_LENGTH = 100

export const inventoryMessages = {
  changed: 'A colleague has changed this item since you looked. Look at it again.',
  notInStock: 'Nothing of this card is in stock.',
  checkFirst: 'A buyer knows the code of this card and has refused it. Record a balance check before you sell it.',
  isListed: 'This card is listed in a lot. Record what became of it there.',
  beyondFace: (left: string) => `Enter an amount of at most ${left}, which is left of this card.`,
  badAmount: 'Enter an amount in dollars with at most two decimals.',
  future: 'Enter a time that has passed.',
  beforeBought: 'Enter a time after the card was bought.',
  noBuyer: 'Enter the buyer.',
  noPlace: 'Enter where the balance is.',
  noCause: 'Choose why it is written off.',
  noPrice: 'Enter the price.',
  notSold: 'Only a sale can be charged back, up to its price.',
  nothingLost: 'Only what was written off or charged back can be recovered.',
  noItem: (id: string) => `There is no card of the order ${id} in the inventory.`,
  badTime: 'Enter a day, such as 2026-11-20, or a time in ISO 8601.',
  notOfKind: (kind: NewKind, field: string) => `'${dispositionNames[kind]}' has no ${field}.`,
  redeemedElsewhere: 'A card is redeemed to an account of ours.',
  otherWithReference: (reference: string) =>
    `The reference ${reference} is recorded for this card already, with other facts.`,
  noReason: 'Enter why.',
  chooseOne: 'Choose at least one card.',
  chosenTwice: (id: string) => `The card of the order ${id} is chosen twice.`,
  onlyOfReviewer: 'Only finance, owners and the reviewer who approved this card can record what became of it.',
  buyerExists: (name: string) => `There is a buyer named ${name} already.`,
  unknownDisposition: 'This item has no such disposition.',
  isCorrected: 'This disposition was corrected already.',
  cannotCorrect: 'This disposition cannot be corrected. Record what followed it first.',
} as const
