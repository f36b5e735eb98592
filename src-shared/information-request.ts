import type { PhotoSlot } from './upload.ts'

/** 'offer': a counter-offer at another value or brand. */
export const requestKinds = ['fix', 'offer'] as const
export type RequestKind = (typeof requestKinds)[number]

/** 'answered' is the end of a fix; 'accepted' and 'declined' of an offer; 'expired': no answer in time. */
export const requestStates = ['open', 'answered', 'accepted', 'declined', 'expired', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]

/** What an order has in the queue because of a request, until the next decision. */
export const queueRequestStates = ['requested', 'answered', 'accepted'] as const
export type QueueRequestState = (typeof queueRequestStates)[number]

export const wantedItems = ['front', 'back', 'clearer', 'receipt', 'number', 'code', 'expiry'] as const
export type WantedItem = (typeof wantedItems)[number]

export const wantedFields = {
  number: 'cardNumber',
  code: 'securityCode',
  expiry: 'expiringDate',
} as const satisfies Partial<Record<WantedItem, string>>
export type WantedField = keyof typeof wantedFields

export const wantedNames: Readonly<Record<WantedItem, string>> = {
  front: 'A photo of the front',
  back: 'A photo of the back',
  clearer: 'A clearer photo',
  receipt: 'A photo of the receipt',
  number: 'The card number',
  code: 'The security code or PIN',
  expiry: 'The expiry date',
}

export function slotsOf(wants: readonly WantedItem[]): PhotoSlot[] {
  return wants.flatMap((item): PhotoSlot[] => {
    if (item === 'front' || item === 'back' || item === 'receipt') return [item]
    if (item !== 'clearer') return []
    return wants.includes('front') ? ['third'] : ['front']
  })
}

export const REQUEST_WORDS_MAX_LENGTH = 500
export const MAX_OFFERS = 3
export const MIN_OFFER_CENTS = 100

export const requestMessages = {
  chooseWants: 'Choose what you need.',
  closed: 'This is no longer open.',
  alreadyOpen: 'This order waits for its seller already. Withdraw the open request first.',
  notOpen: 'This order has no open request.',
  ended: 'Only an order that waits for a decision can have a request.',
  noRoom: 'This order has no room for more photos.',
  erased: 'The data of this card is erased, so that nothing can be added to it.',
  missingPhotos: (count: number) => (count === 1 ? 'Add the photo we need.' : `Add the ${count} photos we need.`),
  missingField: {
    number: 'Enter the card number.',
    code: 'Enter the security code or PIN.',
    expiry: 'Enter the expiry date.',
  } satisfies Record<WantedField, string>,
  notWanted: 'We did not ask for this. Look at what we need.',
  repeatedPhotos: 'These photos are in your order already. Please add new ones.',
  noCheck: 'An offer needs a balance check of this order.',
  checkWithoutValue: 'This balance check found nothing that an offer could be about.',
  sameTerms: 'The offer is what the seller typed. Approve the order instead.',
  leastValue: 'An offer needs a value of at least $1.00.',
  tooManyOffers: `An order can have at most ${MAX_OFFERS} offers.`,
  unknownBrand: 'Choose a brand that we buy.',
  otherAmount: 'Our offer is another amount. Look at it again.',
} as const
