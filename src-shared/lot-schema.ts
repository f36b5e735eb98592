import { z } from 'zod'
import { inventoryMessages, itemStates, lotItemStates, lotStates, MAX_BUYER_LENGTH } from './inventory.ts'
import { LOT_MAX_ITEMS, lotDownloads, lotFilters, lotMessages, lotOutcomes } from './lot.ts'
import { chosen, person, reference, requestKey, total, totals, wholeCents } from './parts-schema.ts'
import { PAYOUT_NOTE_MAX_LENGTH } from './payout.ts'
import { paging } from './payout-schema.ts'
import { day, dollars } from './statement-schema.ts'
import { id, requiredLine, requiredText, searchText } from './text-schema.ts'

const MOST_DOLLARS = 1_000_000

const { badPrice } = lotMessages
/** Dollars and whole cents. */
const price = wholeCents(z.number({ error: badPrice }).positive(badPrice).max(MOST_DOLLARS, badPrice), badPrice)

export const makeLotInput = z.strictObject({
  /** The name of the buyer; a new one is added. */
  buyer: requiredLine(MAX_BUYER_LENGTH, inventoryMessages.noBuyer, 'The buyer'),
  items: chosen(z.strictObject({ submissionId: id, price }), 'card', LOT_MAX_ITEMS),
  requestKey,
})
export type MakeLotInput = z.infer<typeof makeLotInput>

const password = z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(1000)
export const downloadLotInput = z.object({ id, currentPassword: password })
export type DownloadLotInput = z.infer<typeof downloadLotInput>

/** Dollars. What a buyer pays at once, which may be a part; `amount` is with what their bank took (`fee`). */
const payment = {
  amount: dollars(0.01).optional(),
  fee: dollars(0).optional(),
  /** The money account where it arrived; by default the only bank account. */
  account: id.optional(),
  reference: reference.optional(),
  /** The day when it arrived; by default today. */
  on: day.optional(),
  requestKey,
}

export const recordLotInput = z.object({
  id,
  outcome: z.enum(lotOutcomes, { error: 'The outcome must be delivered, paid or refused.' }),
  /** The orders of the cards; all that wait for an outcome without it. */
  items: chosen(id, 'card', LOT_MAX_ITEMS).optional(),
  /** Only of 'paid': by default all that the buyer owes for these cards. */
  ...payment,
})
export type RecordLotInput = z.infer<typeof recordLotInput>

/** Of a buyer, for the oldest cards first, whatever lots they are in; by default all that they owe. */
export const receiveInput = z.object({ id, ...payment })
export type ReceiveInput = z.infer<typeof receiveInput>

/** `amount` is all that the buyer owes for the lot. */
export const writeOffLotInput = z.object({
  id,
  amount: price,
  note: requiredText(PAYOUT_NOTE_MAX_LENGTH, 'Enter why.'),
  requestKey,
})
export type WriteOffLotInput = z.infer<typeof writeOffLotInput>

export const lotListInput = z.object({
  ...paging,
  state: z.enum(lotFilters, { error: 'Unknown state.' }).optional(),
  /** The id of a lot or of an order, a reference, words of the buyer, or the last 4 characters of a number. */
  search: searchText.optional(),
})
export type LotListInput = z.infer<typeof lotListInput>

/** Amounts are dollars, times ISO 8601. `total` is what the buyer pays for all cards. */
export const lot = z.object({
  id: z.string(),
  /** The name is empty once it was erased. */
  buyer: person,
  state: z.enum(lotStates),
  reference: z.string().nullable(),
  madeBy: person,
  madeAt: z.string(),
  /** Null when it needed no second person, or waits for one. */
  releasedBy: person.nullable(),
  releasedAt: z.string().nullable(),
  downloadedBy: person.nullable(),
  downloadedAt: z.string().nullable(),
  total,
  ...totals(lotItemStates),
  /** What the buyer owes for delivered cards. */
  owed: z.number(),
})
export type Lot = z.infer<typeof lot>

const lotItem = z.object({
  submissionId: z.string(),
  brand: z.string(),
  numberEnd: z.string(),
  faceValue: z.number(),
  cost: z.number(),
  price: z.number(),
  state: z.enum(lotItemStates),
  /** 'withdrawn' when the payout came back while it was offered. */
  itemState: z.enum(itemStates),
  isKept: z.boolean(),
  /** Of the price, what the buyer has not paid. */
  owed: z.number(),
})
export type LotItem = z.infer<typeof lotItem>

export const lotDetail = lot.extend({ items: z.array(lotItem), download: z.enum(lotDownloads) })
export type LotDetail = z.infer<typeof lotDetail>

/** The only answer with numbers and codes. */
export const lotContent = z.object({ lot: lotDetail, name: z.string(), content: z.string() })
export type LotContent = z.infer<typeof lotContent>
