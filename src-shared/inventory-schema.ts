import { z } from 'zod'
import {
  balancePlaces,
  dispositionKinds,
  inventoryMessages,
  itemAges,
  itemFilters,
  itemStates,
  MAX_BUYER_LENGTH,
  MAX_ITEM_NOTE_LENGTH,
  MAX_ITEMS_AT_ONCE,
  MAX_PLACE_LENGTH,
  newKinds,
  reviewerKinds,
  writeOffCauses,
} from './inventory.ts'
import { pagination } from './paging-schema.ts'
import { chosen, fault, person, reference, requestKey, version, wholeCents } from './parts-schema.ts'
import { payoutProviders, payoutStates } from './payout.ts'
import { paging } from './payout-schema.ts'
import { id, requiredLine, requiredText, searchText, text } from './text-schema.ts'
import { actStates } from './waiting-act.ts'
import { mayWait } from './waiting-act-schema.ts'

const MOST_DOLLARS = 1_000_000

const { badAmount } = inventoryMessages
/** Dollars and whole cents. */
const dollars = wholeCents(z.number({ error: badAmount }).min(0, badAmount).max(MOST_DOLLARS, badAmount), badAmount)

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: inventoryMessages.badTime })
const note = text(MAX_ITEM_NOTE_LENGTH, { label: 'The note' })
const oneOf = (names: readonly string[]) => `It must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`

const filter = {
  state: z.enum(itemFilters, { error: 'Unknown state.' }).optional(),
  age: z.enum(itemAges, { error: 'Unknown age.' }).optional(),
  brand: z.string({ error: 'A brand is a text.' }).max(100, 'This brand is too long.').optional(),
  /** The last 4 of the number, the id of an order, payout or lot, a buyer, or a reference or its beginning. */
  search: searchText.optional(),
}
export const itemListInput = z.object({ ...paging, ...filter })
export type ItemListInput = z.infer<typeof itemListInput>
export const itemExportInput = z.object(filter)
export type ItemExportInput = z.infer<typeof itemExportInput>

const place = z.object({
  place: z.enum(balancePlaces, { error: inventoryMessages.noPlace }),
  name: requiredLine(MAX_PLACE_LENGTH, inventoryMessages.noPlace, 'The place'),
})

/** Amounts are dollars. `fieldsOfKind` says which kind has which fields. */
const disposition = {
  kind: z.enum(newKinds, { error: oneOf(newKinds) }),
  /** When it happened; now without it. */
  at: time.optional(),
  /** The part of the face value that it is about; all that is left without it. */
  faceValue: dollars.optional(),
  /** The price, the balance that was taken over, or what came in or went back. */
  amount: dollars.optional(),
  fee: dollars.optional(),
  /** The name of the buyer; a new one is added. */
  buyer: requiredLine(MAX_BUYER_LENGTH, inventoryMessages.noBuyer, 'The buyer').optional(),
  place: place.optional(),
  cause: z.enum(writeOffCauses, { error: inventoryMessages.noCause }).optional(),
  /** The money account; by default the only bank account, or the balance account of the place. */
  account: id.optional(),
  /** The same kind and reference for the same card is recorded once. */
  reference: reference.optional(),
  note: note.optional(),
}
export const dispositionInput = z.object(disposition)
export type DispositionInput = z.infer<typeof dispositionInput>

export const disposeItemInput = z.object({ id, version, ...disposition, requestKey })
export type DisposeItemInput = z.infer<typeof disposeItemInput>

/** The same, of what a reviewer records about a card that they have approved. */
export const recordForOrderInput = disposeItemInput.extend({
  kind: z.enum(reviewerKinds, { error: oneOf(reviewerKinds) }),
})
export type RecordForOrderInput = z.infer<typeof recordForOrderInput>

export const disposeItemsInput = z.object({
  items: chosen(z.object({ id, version }), 'card', MAX_ITEMS_AT_ONCE),
  ...disposition,
  requestKey,
})
export type DisposeItemsInput = z.infer<typeof disposeItemsInput>
/** `already` were recorded with this kind and reference before. */
export const disposedItems = z.object({ recorded: z.number(), already: z.number(), ...mayWait })

export const correctItemInput = z.object({
  id,
  version,
  disposition: id,
  note: requiredText(MAX_ITEM_NOTE_LENGTH, inventoryMessages.noReason, 'The note'),
})
export type CorrectItemInput = z.infer<typeof correctItemInput>

export const importDispositionsInput = z.object({
  csv: z
    .string({ error: 'The content of a CSV file is required.' })
    .max(60_000, 'The file is longer than 60,000 characters.'),
  dryRun: z.boolean({ error: 'dryRun is true or false.' }).default(true),
  requestKey,
})
export type ImportDispositionsInput = z.infer<typeof importDispositionsInput>
export const importedDispositions = z.object({
  /** Lines without a fault. Each is recorded by this call, or would be without `dryRun`. */
  lines: z.array(
    z.object({
      line: z.int(),
      id: z.string(),
      kind: z.enum(newKinds),
      amount: z.number(),
      already: z.boolean(),
    }),
  ),
  faults: z.array(fault),
  isRecorded: z.boolean(),
  ...mayWait,
})
export type ImportedDispositions = z.infer<typeof importedDispositions>

const placed = z.object({ place: z.enum(balancePlaces), name: z.string(), at: z.string() })

/** Amounts are dollars, times ISO 8601. */
export const item = z.object({
  /** The id of the order. */
  id: z.string(),
  brand: z.string(),
  brandName: z.string(),
  faceValue: z.number(),
  /** The amount of its payout. */
  cost: z.number(),
  /** What no disposition has taken out of stock. */
  leftFaceValue: z.number(),
  leftCost: z.number(),
  state: z.enum(itemStates),
  numberEnd: z.string(),
  payoutId: z.string(),
  approvedBy: person,
  approvedAt: z.string(),
  /** When its payout was sent. */
  boughtAt: z.string(),
  /** Where the balance is; absent when it was never recorded. */
  place: placed.optional(),
  /** What came in for it, less what went back with chargebacks. */
  proceeds: z.number(),
  fees: z.number(),
  /** Of the newest sale; the name is empty once it was erased. */
  buyer: person.optional(),
  /** The newest disposition that no correction has taken back. */
  last: z.object({ kind: z.enum(dispositionKinds), at: z.string() }).optional(),
  version: z.number(),
})
export type Item = z.infer<typeof item>

const sums = { count: z.number(), faceValue: z.number(), cost: z.number() }
export const itemListOutput = z.object({
  data: z.array(item),
  pagination,
  /** Of all items that match the filter; absent for a search. */
  sums: z.object({ ...sums, leftFaceValue: z.number(), leftCost: z.number() }).optional(),
})
export type ItemList = z.infer<typeof itemListOutput>

/** What is in stock. Face value and cost are of what is left of the cards. */
const stockSums = z.object(sums)
const ages = z.object({ '0-2': stockSums, '3-7': stockSums, '8-30': stockSums, older: stockSums })
export const stockOutput = z.object({
  brands: z.array(z.object({ brand: z.string(), brandName: z.string(), total: stockSums, ages })),
  total: stockSums,
  ages,
})
export type Stock = z.infer<typeof stockOutput>

const itemDisposition = z.object({
  id: z.string(),
  number: z.number(),
  kind: z.enum(dispositionKinds),
  at: z.string(),
  /** Negative in a correction. */
  faceValue: z.number(),
  cost: z.number(),
  amount: z.number(),
  fee: z.number(),
  cause: z.enum(writeOffCauses).optional(),
  buyer: person.optional(),
  place: z.string().optional(),
  reference: z.string().optional(),
  lotId: z.string().optional(),
  /** The id of the disposition that it takes back. */
  corrects: z.string().optional(),
  isCorrected: z.literal(true).optional(),
  mayCorrect: z.literal(true).optional(),
  note: z.string().optional(),
  /** Absent when the server recorded it. */
  madeBy: person.optional(),
  madeAt: z.string(),
})
export type ItemDisposition = z.infer<typeof itemDisposition>

export const itemDetail = item.extend({
  customer: person,
  payout: z.object({
    id: z.string(),
    state: z.enum(payoutStates),
    amount: z.number(),
    fee: z.number(),
    provider: z.enum(payoutProviders).optional(),
    reference: z.string().optional(),
  }),
  openLotId: z.string().optional(),
  /** The oldest first. */
  dispositions: z.array(itemDisposition),
})
export type ItemDetail = z.infer<typeof itemDetail>

export const orderItem = item.extend({
  /** Names of our accounts to which it can be redeemed. */
  ours: z.array(z.string()),
  mayRecord: z.boolean(),
  /** What became of what the caller has asked for last. */
  asked: z.enum(actStates).optional(),
})
export type OrderItem = z.infer<typeof orderItem>

const buyerName = requiredLine(MAX_BUYER_LENGTH, inventoryMessages.noBuyer, 'The name')
export const addBuyerInput = z.object({ name: buyerName })
export const renameBuyerInput = z.object({ id, name: buyerName })
export type RenameBuyerInput = z.infer<typeof renameBuyerInput>
export const buyer = person.extend({
  /** Dollars, for delivered cards. */
  owed: z.number(),
  madeAt: z.string(),
})
export type Buyer = z.infer<typeof buyer>
export const buyers = z.array(buyer)

/** Null when some changes were missed. */
export const itemSignal = z.object({ id: z.string().nullable() })
