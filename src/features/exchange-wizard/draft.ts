import { readStored, removeStored, writeStored } from '#client/lib/storage.ts'
import { findBrand } from '#shared/brand.ts'
import { cardConditions } from '#shared/card-condition.ts'
import { type PaymentType, paymentTypes } from '#shared/payment-method.ts'
import type { CardChoice } from './wizard-state.ts'

/** The number is the version of the shape: an older draft is simply not found. */
const DRAFT_KEY = 'exchange-draft.1'
export const DRAFT_LIFE_MS = 24 * 60 * 60 * 1000

/**
 * What survives a reload and a sign-up: card and method, never a number, a code, a file or account details.
 * `resume` asks for the quote again on the next visit: the person left to sign up.
 */
export type Draft = { card: Partial<CardChoice>; paymentType?: PaymentType; resume: boolean }

/** The draft in stored data of any origin; undefined when it is too old or says nothing. `now` in epoch ms. */
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

/** What is written for a draft; undefined when there is nothing worth keeping. */
export function draftToStore({ card, paymentType, resume }: Draft, now: number): Record<string, unknown> | undefined {
  const { brandSlug, condition, valueText } = card
  if (brandSlug === undefined && !valueText) return undefined
  return { savedAt: now, brandSlug, condition, valueText, paymentType, resume }
}

export function readDraft(): Draft | undefined {
  return readStored(DRAFT_KEY, (stored) => parseDraft(stored, Date.now()))
}

/** Keeps the draft for 24 hours; an empty one is removed. */
export function writeDraft(draft: Draft): void {
  const stored = draftToStore(draft, Date.now())
  if (stored) writeStored(DRAFT_KEY, stored)
  else removeStored(DRAFT_KEY)
}
