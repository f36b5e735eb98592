import type { ActionDispatch } from 'react'
import type { Brand } from '#shared/brand.ts'
import type { CardCondition } from '#shared/card-condition.ts'
import type { Catalogue } from '#shared/catalogue.ts'
import { centsFromDollars, parseDollars } from '#shared/money.ts'
import type { SavedPaymentMethod } from '#shared/payment-method-schema.ts'
import type { PaymentType } from '#shared/payment-type.ts'
import type { Quote } from '#shared/quote-schema.ts'
import type { WizardStep } from './wizard-steps.ts'

export type CardChoice = { brandSlug?: string; condition: CardCondition; valueText: string; again?: string }
export type PayoutChoice = { kind: 'new'; type: PaymentType } | { kind: 'saved'; method: SavedPaymentMethod }

/** The input of step 3, in memory only. Name and phone are undefined while the account's values apply. */
export type SubmissionDetails = {
  cardNumber: string
  securityCode: string
  /** The card has no PIN; used for brands of which some cards have none. */
  hasNoCode: boolean
  expiringDate: string
  additionalInfo: string
  accountName?: string
  phone?: string
  /** Stored per type, so that a Cash App tag is never sent as a PayPal address. */
  payoutDetails: Partial<Record<PaymentType, string>>
  accountNumber: string
  routingNumber: string
  savePaymentMethod: boolean
  askedByOther?: boolean
  termsAccepted: boolean
}

/** A quote; for a card that is sold again, with the order before, whose rate it may have. */
type CardQuote = Quote & { resubmitOf?: string; isAtOldRate?: boolean }

export type PricedCard = { brand: Brand; condition: CardCondition; quote: CardQuote }
/** Amounts in dollars, `placedAt` in epoch milliseconds; `condition` is undefined for a reopened submission. */
export type PlacedSubmission = {
  submissionId: string
  cardName: string
  condition?: CardCondition
  cardValue: number
  exchangeRate: number
  payoutAmount: number
  payoutLabel: string
  isPaidByBank: boolean
  /** Undefined once the files are deleted. */
  fileCount?: number
  placedAt?: number
  /** The payout is no longer expected: it was made, or refused. */
  isDecided?: boolean
}

/** What 'Sell another like this' takes from an order. It is never stored. */
export type RepeatableOrder = { card: CardChoice; payout?: PayoutChoice; details: SubmissionDetails }

export type WizardState = {
  /** Draft, URL and input before hydration have been restored. */
  restored: boolean
  card: CardChoice
  quote?: CardQuote
  payout?: PayoutChoice
  details: SubmissionDetails
  submission?: PlacedSubmission
  last?: RepeatableOrder
  isRepeat?: boolean
}

/** The visible step with the data it requires: no quote step without a quote, no upload step without a payout. */
export type WizardStage =
  | { step: 'card' }
  | { step: 'quote'; priced: PricedCard }
  | { step: 'upload'; priced: PricedCard; payout: PayoutChoice }
  | { step: 'done'; submission: PlacedSubmission }
  | { step: 'done'; submissionId: string }

export type WizardAction =
  | { type: 'restore'; card: Partial<CardChoice>; paymentType?: PaymentType }
  | { type: 'chooseBrand'; brandSlug: string }
  | { type: 'chooseCondition'; condition: CardCondition }
  | { type: 'typeValue'; valueText: string }
  | { type: 'quoted'; brandSlug: string; quote: CardQuote }
  | { type: 'choosePayout'; payout: PayoutChoice }
  | { type: 'editDetails'; change: Partial<SubmissionDetails> }
  | { type: 'revalued'; valueText: string; quote: CardQuote }
  | { type: 'placed'; submission: PlacedSubmission; last: RepeatableOrder }
  | { type: 'repeat'; order: RepeatableOrder; quote: Quote }
  | { type: 'reset' }
export type WizardDispatch = ActionDispatch<[WizardAction]>

const emptyCard: CardChoice = { condition: 'brand-new', valueText: '', again: undefined }
export const emptyDetails: SubmissionDetails = {
  cardNumber: '',
  securityCode: '',
  hasNoCode: false,
  expiringDate: '',
  additionalInfo: '',
  payoutDetails: {},
  accountNumber: '',
  routingNumber: '',
  savePaymentMethod: false,
  termsAccepted: false,
}

export const initialWizard: WizardState = { restored: false, card: emptyCard, details: emptyDetails }
const freshWizard: WizardState = { ...initialWizard, restored: true }

export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'restore': {
      const payout: PayoutChoice | undefined = action.paymentType
        ? { kind: 'new', type: action.paymentType }
        : state.payout
      return { ...state, restored: true, card: { ...state.card, ...action.card }, payout }
    }
    case 'chooseBrand':
      return withCard(state, { brandSlug: action.brandSlug, again: undefined })
    case 'typeValue':
      return withCard(state, { valueText: action.valueText })
    case 'chooseCondition':
      return { ...state, card: { ...state.card, condition: action.condition } }
    case 'quoted':
      return isForCard(state.card, action) ? { ...state, quote: action.quote, submission: undefined } : state
    case 'choosePayout':
      return { ...state, payout: action.payout }
    case 'editDetails':
      return { ...state, details: { ...state.details, ...action.change } }
    case 'placed':
      return { ...freshWizard, submission: action.submission, last: action.last }
    case 'repeat':
      return { ...freshWizard, ...action.order, quote: action.quote, isRepeat: true }
    case 'revalued':
      return { ...state, card: { ...state.card, valueText: action.valueText }, quote: action.quote }
    case 'reset':
      return freshWizard
  }
}

/** With `again` another order like it begins at once, or the card of the named order is sold again. */
export type WizardPlace = { step: WizardStep; submissionId?: string; again?: true | string }

/** The requested step if its data is complete, otherwise the last earlier step that can be shown. */
export function stageOf(
  state: WizardState,
  { step: requested, submissionId }: WizardPlace,
  signedIn: boolean,
  catalogue: Catalogue,
): WizardStage {
  const { submission, payout } = state
  if (submission && (requested === 'done' || requested === 'upload')) return { step: 'done', submission }
  if (requested === 'done' && submissionId !== undefined && signedIn) return { step: 'done', submissionId }
  const priced = pricedCard(state, catalogue)
  if (!priced || requested === 'card' || requested === 'done') return { step: 'card' }
  if (requested === 'upload' && payout && signedIn) return { step: 'upload', priced, payout }
  return { step: 'quote', priced }
}

function pricedCard({ card, quote }: WizardState, catalogue: Catalogue): PricedCard | undefined {
  const brand = catalogue.find(card.brandSlug ?? '')
  return brand && quote ? { brand, condition: card.condition, quote } : undefined
}

/** A quote is bound to brand and value: changing either drops it. */
function withCard(state: WizardState, change: Partial<CardChoice>): WizardState {
  return { ...state, card: { ...state.card, ...change }, quote: undefined }
}

function isForCard(card: CardChoice, answer: { brandSlug: string; quote: Quote }) {
  return (
    card.brandSlug === answer.brandSlug && parseDollars(card.valueText) === centsFromDollars(answer.quote.cardValue)
  )
}
