import { findBrand } from '#shared/brand.ts'
import type { Brand } from '#shared/brands.ts'
import type { CardCondition } from '#shared/card-condition.ts'
import { centsFromDollars, parseDollars } from '#shared/money.ts'
import type { PaymentType } from '#shared/payment-method.ts'
import type { SavedPaymentMethod } from '#shared/payment-method-schema.ts'
import type { Quote } from '#shared/quote-schema.ts'
import type { WizardStep } from './wizard-steps.ts'

/** What step 1 asks; `valueText` is as typed. */
export type CardChoice = { brandSlug?: string; condition: CardCondition; valueText: string }
export type PayoutChoice = { kind: 'new'; type: PaymentType } | { kind: 'saved'; method: SavedPaymentMethod }

/** What step 3 asks. Lives in memory only. Name and phone are undefined until typed: the account's are shown. */
export type OrderDetails = {
  cardNumber: string
  securityCode: string
  expiringDate: string
  additionalInfo: string
  accountName?: string
  phone?: string
  /** Kept per method, so that a Cash App tag never turns up as a PayPal address. */
  payoutDetails: Partial<Record<PaymentType, string>>
  accountNumber: string
  routingNumber: string
  savePaymentMethod: boolean
  /** Whether a stranger wants this card bought or sold; undefined until the person has said. */
  strangerAsked?: boolean
  termsAccepted: boolean
}

/** A card the server has priced. */
export type PricedCard = { brand: Brand; condition: CardCondition; quote: Quote }
/**
 * What the confirmation shows of an order. Money is dollars; the condition is unknown when it is opened again.
 * `placedAt` is epoch milliseconds, and missing once staff have decided: then there is nothing to wait for.
 */
export type PlacedOrder = {
  submissionId: string
  cardName: string
  condition?: CardCondition
  cardValue: number
  exchangeRate: number
  payoutAmount: number
  payoutLabel: string
  /** How many files went with it; unknown once they are removed for good. */
  fileCount?: number
  placedAt?: number
}

/** Everything the wizard remembers. Which step is shown is decided by `stageOf`, from this and the URL. */
export type WizardState = {
  /** The draft, the URL and what was typed before the script ran have been taken over. */
  restored: boolean
  card: CardChoice
  quote?: Quote
  payout?: PayoutChoice
  details: OrderDetails
  order?: PlacedOrder
}

/** The step on screen with exactly what it needs: no quote page without a quote, no upload without a payout. */
export type WizardStage =
  | { step: 'card' }
  | { step: 'quote'; priced: PricedCard }
  | { step: 'upload'; priced: PricedCard; payout: PayoutChoice }
  | { step: 'done'; order: PlacedOrder }
  /** The confirmation of an order that was placed before the page was loaded. */
  | { step: 'done'; orderId: string }

export type WizardAction =
  | { type: 'restore'; card: Partial<CardChoice>; paymentType?: PaymentType }
  | { type: 'chooseBrand'; brandSlug: string }
  | { type: 'chooseCondition'; condition: CardCondition }
  | { type: 'typeValue'; valueText: string }
  | { type: 'quoted'; brandSlug: string; quote: Quote }
  | { type: 'choosePayout'; payout: PayoutChoice }
  | { type: 'editDetails'; change: Partial<OrderDetails> }
  | { type: 'placed'; order: PlacedOrder }
  /** Everything is new but, when it is given, the brand. */
  | { type: 'reset'; brandSlug?: string }

const emptyCard: CardChoice = { condition: 'brand-new', valueText: '' }
const emptyDetails: OrderDetails = {
  cardNumber: '',
  securityCode: '',
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
      return withCard(state, { brandSlug: action.brandSlug })
    case 'typeValue':
      return withCard(state, { valueText: action.valueText })
    case 'chooseCondition':
      return { ...state, card: { ...state.card, condition: action.condition } }
    case 'quoted':
      return isForCard(state.card, action) ? { ...state, quote: action.quote, order: undefined } : state
    case 'choosePayout':
      return { ...state, payout: action.payout }
    case 'editDetails':
      return { ...state, details: { ...state.details, ...action.change } }
    case 'placed':
      return { ...freshWizard, order: action.order }
    case 'reset':
      return withCard(freshWizard, { brandSlug: action.brandSlug })
  }
}

/** What the address asks for; `orderId` names the order whose confirmation is wanted. */
export type WizardPlace = { step: WizardStep; orderId?: string }

/**
 * The step to show when `requested` is asked for: that one if everything it needs is there, otherwise the last one
 * before it that can be shown.
 */
export function stageOf(state: WizardState, { step: requested, orderId }: WizardPlace, signedIn: boolean): WizardStage {
  const { order, payout } = state
  if (order && (requested === 'done' || requested === 'upload')) return { step: 'done', order }
  if (requested === 'done' && orderId !== undefined && signedIn) return { step: 'done', orderId }
  const priced = pricedCard(state)
  if (!priced || requested === 'card' || requested === 'done') return { step: 'card' }
  if (requested === 'upload' && payout && signedIn) return { step: 'upload', priced, payout }
  return { step: 'quote', priced }
}

function pricedCard({ card, quote }: WizardState): PricedCard | undefined {
  const brand = card.brandSlug === undefined ? undefined : findBrand(card.brandSlug)
  return brand && quote ? { brand, condition: card.condition, quote } : undefined
}

/** A price belongs to one brand and value: changing either drops it. */
function withCard(state: WizardState, change: Partial<CardChoice>): WizardState {
  return { ...state, card: { ...state.card, ...change }, quote: undefined }
}

/** An answer that arrives after the person has changed the card is for another card. */
function isForCard(card: CardChoice, answer: { brandSlug: string; quote: Quote }): boolean {
  return (
    card.brandSlug === answer.brandSlug && parseDollars(card.valueText) === centsFromDollars(answer.quote.cardValue)
  )
}
