import { describe, expect, it } from 'vitest'
import { seedTerms } from '#shared/brand.ts'
import { seedBrands } from '#shared/brands.ts'
import { createCatalogue, seedCatalogue } from '#shared/catalogue.ts'
import {
  initialWizard,
  stageOf,
  type WizardAction,
  type WizardPlace,
  type WizardState,
  wizardReducer,
} from './wizard-state.ts'

const [brand, other] = seedBrands
if (!brand || !other) throw new Error('The catalogue needs two brands for these tests.')
const quote = {
  cardValue: 100,
  exchangeRate: 0.9,
  payoutAmount: 90,
  quoteId: 'q1',
  expiresAt: '2030-01-01T00:00:00.000Z',
  catalogueVersion: 1,
}
const submission = {
  submissionId: 'GCE-1',
  cardName: brand.name,
  cardValue: 100,
  exchangeRate: 0.9,
  payoutAmount: 90,
  payoutLabel: 'PayPal',
  isPaidByBank: false,
}
const choose: WizardAction[] = [
  { type: 'chooseBrand', brandSlug: brand.slug },
  { type: 'typeValue', valueText: '$100' },
]
const price: WizardAction = { type: 'quoted', brandSlug: brand.slug, quote }
const payPal: WizardAction = { type: 'choosePayout', payout: { kind: 'new', type: 'paypal' } }
const stageAt = (state: WizardState, place: WizardPlace, signedIn: boolean) =>
  stageOf(state, place, signedIn, seedCatalogue)
const stateAfter = (...actions: WizardAction[]): WizardState => actions.reduce(wizardReducer, initialWizard)

describe('stageOf', () => {
  it('keeps the quote of a brand that was paused or hidden since', () => {
    for (const state of ['paused', 'hidden'] as const) {
      const catalogue = createCatalogue(2, [{ ...seedTerms(brand), state }])
      expect(stageOf(stateAfter(...choose, price), { step: 'quote' }, false, catalogue)).toMatchObject({
        step: 'quote',
        priced: { quote },
      })
    }
  })

  it('shows the card step without a quote, whatever the URL requests', () => {
    for (const step of ['card', 'quote', 'upload', 'done'] as const)
      expect(stageAt(stateAfter(...choose), { step }, true).step).toBe('card')
  })

  it('shows the upload step only to signed-in customers with a payout', () => {
    expect(stageAt(stateAfter(...choose, price), { step: 'upload' }, true).step).toBe('quote')
    expect(stageAt(stateAfter(...choose, price, payPal), { step: 'upload' }, false).step).toBe('quote')
    expect(stageAt(stateAfter(...choose, price, payPal), { step: 'upload' }, true).step).toBe('upload')
  })

  it('shows the confirmation after an order and an empty form for earlier steps', () => {
    const placed = stateAfter(...choose, price, payPal, { type: 'placed', submission })
    expect(stageAt(placed, { step: 'upload' }, true).step).toBe('done')
    expect(stageAt(placed, { step: 'done' }, true).step).toBe('done')
    expect(stageAt(placed, { step: 'quote' }, true).step).toBe('card')
    expect(placed.details.cardNumber).toBe('')
  })

  it('reopens the confirmation of an earlier order only for signed-in customers', () => {
    const place = { step: 'done' as const, submissionId: 'GCE-1' }
    expect(stageAt(stateAfter(), place, true)).toEqual({ step: 'done', submissionId: 'GCE-1' })
    expect(stageAt(stateAfter(), place, false)).toEqual({ step: 'card' })
    expect(stageAt(stateAfter({ type: 'placed', submission }), place, true)).toEqual({ step: 'done', submission })
  })
})

describe('wizardReducer', () => {
  it('drops the quote on a new brand or value, but not on a new condition', () => {
    const priced = stateAfter(...choose, price)
    expect(wizardReducer(priced, { type: 'chooseBrand', brandSlug: other.slug }).quote).toBeUndefined()
    expect(wizardReducer(priced, { type: 'typeValue', valueText: '101' }).quote).toBeUndefined()
    expect(wizardReducer(priced, { type: 'chooseCondition', condition: 'partially-used' }).quote).toBe(quote)
  })

  it('ignores a quote for a card that is no longer selected', () => {
    expect(stateAfter(...choose, { type: 'chooseBrand', brandSlug: other.slug }, price).quote).toBeUndefined()
    expect(stateAfter(...choose, { type: 'typeValue', valueText: '75' }, price).quote).toBeUndefined()
  })

  it('keeps the input of the upload step when the card changes', () => {
    const typed = stateAfter(...choose, price, payPal, { type: 'editDetails', change: { cardNumber: 'X1' } })
    expect(wizardReducer(typed, { type: 'chooseBrand', brandSlug: other.slug }).details.cardNumber).toBe('X1')
  })

  it('repeats an order without its number, code, note, consent and the details of other methods', () => {
    const typed = stateAfter(...choose, price, payPal, {
      type: 'editDetails',
      change: {
        cardNumber: 'X1',
        securityCode: '8841',
        expiringDate: '01/30',
        additionalInfo: 'A note',
        accountName: 'Dana Reyes',
        phone: '555-0100',
        payoutDetails: { paypal: 'dana@mail.example', cashapp: '$dana' },
        accountNumber: '000123456789',
        routingNumber: '021000021',
        savePaymentMethod: true,
        askedByOther: false,
        termsAccepted: true,
      },
    })
    const renewed = { ...quote, quoteId: 'q2' }
    const actions: WizardAction[] = [
      { type: 'placed', submission },
      { type: 'repeat', quote: renewed },
    ]
    const repeated = actions.reduce(wizardReducer, typed)
    expect(stageAt(repeated, { step: 'upload' }, true)).toMatchObject({ step: 'upload', priced: { quote: renewed } })
    expect(repeated).toMatchObject({ card: typed.card, payout: typed.payout })
    expect(repeated.submission).toBeUndefined()
    expect(repeated.details).toEqual({
      ...initialWizard.details,
      accountName: 'Dana Reyes',
      phone: '555-0100',
      payoutDetails: { paypal: 'dana@mail.example' },
    })
  })

  it('clears everything on reset', () => {
    const placed = stateAfter(...choose, price, payPal, { type: 'placed', submission })
    expect(wizardReducer(placed, { type: 'reset' })).toEqual({
      ...initialWizard,
      restored: true,
    })
  })

  it('restores only the fields of the draft', () => {
    const restored = stateAfter(
      { type: 'typeValue', valueText: '40' },
      { type: 'restore', card: { brandSlug: brand.slug }, paymentType: 'zelle' },
    )
    expect(restored.card).toEqual({ brandSlug: brand.slug, condition: 'brand-new', valueText: '40' })
    expect(restored.payout).toEqual({ kind: 'new', type: 'zelle' })
  })
})
