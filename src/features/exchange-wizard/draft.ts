import { readStored, removeStored, writeStored } from '#client/lib/storage.ts'
import { findBrand } from '#shared/brand.ts'
import { cardConditions } from '#shared/card-condition.ts'
import { type PaymentType, paymentTypes } from '#shared/payment-method.ts'
import type { CardChoice } from './wizard-state.ts'

/** The number is the schema version; drafts of older versions are ignored. */
const DRAFT_KEY = 'exchange-draft.1'
export const DRAFT_LIFE_MS = 24 * 60 * 60 * 1000

/**
 * The part that survives a reload and a sign-up: never card numbers, codes, files or account details.
 * `resume` requests the quote again on the next visit, because the visitor left to sign up.
 */
export type Draft = { card: Partial<CardChoice>; paymentType?: PaymentType; resume: boolean }

/** Validates stored data; undefined when it is expired, empty or malformed. `now` in epoch ms. */
export function parseDraft(stored: unknown, now: number): Draft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { savedAt, brandSlug, condition, valueText, paymentType, resume } = stored as Record<string, unknown>
  if (typeof savedAt !== 'number' || savedAt > now || now - savedAt > DRAFT_LIFE_MS) return undefined
  const card: Partial<CardChoice> = {}
  if (typeof brandSlug === 'string' && findBrand(brandSlug)) card.brandSlug = brandSlug
  if (typeof valueText === 'string' && valueText !== '' && valueText.length <= 20) card.valueText = valueText
  if (card.brandSlug === undefined && card.valueText === undefined) return undefined
  const knownCondition = cardConditions.find((known) => known === condition)
  if (knownCondition) card.condition = knownCondition
  return { card, paymentType: paymentTypes.find((known) => known === paymentType), resume: resume === true }
}

/** Serializes a draft; undefined when it has neither brand nor value. */
export function draftToStore({ card, paymentType, resume }: Draft, now: number): Record<string, unknown> | undefined {
  const { brandSlug, condition, valueText } = card
  if (brandSlug === undefined && !valueText) return undefined
  return { savedAt: now, brandSlug, condition, valueText, paymentType, resume }
}

export function readDraft(): Draft | undefined {
  return readStored(DRAFT_KEY, (stored) => parseDraft(stored, Date.now()))
}

/** Stores the draft for 24 hours; removes an empty one. */
export function writeDraft(draft: Draft): void {
  const stored = draftToStore(draft, Date.now())
  if (stored) writeStored(DRAFT_KEY, stored)
  else removeStored(DRAFT_KEY)
}
