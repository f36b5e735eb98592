import { describe, expect, it, test } from 'vitest'
import { seedTerms } from '#shared/brand.ts'
import { seedBrands } from '#shared/brands.ts'
import { createCatalogue, seedCatalogue } from '#shared/catalogue.ts'
import { expectedPayout } from './done-step.tsx'
import { repeatableOrder } from './repeatable-order.ts'
import { stepMove } from './step-move.ts'
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

const placed: WizardAction = { type: 'placed', submission, last: repeatableOrder(initialWizard) }

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
    const after = stateAfter(...choose, price, payPal, placed)
    expect(stageAt(after, { step: 'upload' }, true).step).toBe('done')
    expect(stageAt(after, { step: 'done' }, true).step).toBe('done')
    expect(stageAt(after, { step: 'quote' }, true).step).toBe('card')
    expect(after.details.cardNumber).toBe('')
  })

  it('reopens the confirmation of an earlier order only for signed-in customers', () => {
    const place = { step: 'done' as const, submissionId: 'GCE-1' }
    expect(stageAt(stateAfter(), place, true)).toEqual({ step: 'done', submissionId: 'GCE-1' })
    expect(stageAt(stateAfter(), place, false)).toEqual({ step: 'card' })
    expect(stageAt(stateAfter(placed), place, true)).toEqual({ step: 'done', submission })
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

  it('drops the order before on a new brand, but not on a new value', () => {
    const again = stateAfter({ type: 'restore', card: { brandSlug: brand.slug, again: 'GCE-7K3M9Q2X4B' } })
    expect(wizardReducer(again, { type: 'chooseBrand', brandSlug: other.slug }).card.again).toBeUndefined()
    expect(wizardReducer(again, { type: 'typeValue', valueText: '101' }).card.again).toBe('GCE-7K3M9Q2X4B')
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
    const actions: WizardAction[] = [placed, { type: 'repeat', order: repeatableOrder(typed), quote: renewed }]
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

  it('changes the value with its quote, and keeps what was typed in step 3', () => {
    const typed = stateAfter(...choose, price, payPal, { type: 'editDetails', change: { cardNumber: 'X1' } })
    const renewed = { ...quote, cardValue: 75, quoteId: 'q2' }
    const revalued = wizardReducer(typed, { type: 'revalued', valueText: '75', quote: renewed })
    expect(revalued).toEqual({ ...typed, card: { ...typed.card, valueText: '75' }, quote: renewed })
    expect(stageAt(revalued, { step: 'upload' }, true).step).toBe('upload')
  })

  it('clears everything on reset', () => {
    const after = stateAfter(...choose, price, payPal, placed)
    expect(wizardReducer(after, { type: 'reset' })).toEqual({
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

test('a step forward adds a history entry with its trail', () => {
  expect(stepMove([], 'card', 'quote')).toEqual({ trail: ['card'], replace: false })
  expect(stepMove(['card'], 'quote', 'upload')).toEqual({ trail: ['card', 'quote'], replace: false })
})

test('a step back returns to the existing history entry', () => {
  expect(stepMove(['card', 'quote'], 'upload', 'quote')).toEqual({ back: 1 })
  expect(stepMove(['card', 'quote'], 'upload', 'card')).toEqual({ back: 2 })
})

test('a step back without an entry replaces the current entry', () => {
  expect(stepMove([], 'quote', 'card')).toEqual({ trail: [], replace: true })
})

test('a new card after an order adds an entry', () => {
  expect(stepMove(['card', 'quote'], 'done', 'card')).toEqual({ trail: ['card', 'quote', 'done'], replace: false })
})

// Runs in the local time zone, like the function under test.
const at = (text: string) => new Date(text).getTime()
const said = (placed: string, now = placed, isBank = false) =>
  expectedPayout(at(placed), isBank, at(now))?.replace('\u202f', ' ')

it('adds 75 minutes and rounds up to five minutes', () => {
  expect(said('2030-03-05T14:25:00')).toBe('by about 3:40 PM')
  expect(said('2030-03-05T14:25:01')).toBe('by about 3:45 PM')
})

it('marks a time on the next day', () => {
  expect(said('2030-03-05T23:00:00')).toBe('by about 12:15 AM tomorrow')
  expect(said('2030-03-05T23:00:00', '2030-03-06T00:05:00')).toBe('by about 12:15 AM')
})

it('returns undefined once the time has passed', () => {
  expect(said('2030-03-05T14:25:00', '2030-03-05T15:41:00')).toBeUndefined()
  expect(said('2030-03-05T14:25:00', '2030-03-08T14:26:00', true)).toBeUndefined()
})

it('adds two business days for a bank', () => {
  expect(said('2030-03-05T14:25:00', undefined, true)).toBe('by Thursday, March 7')
  expect(said('2030-03-08T14:25:00', undefined, true)).toBe('by Tuesday, March 12')
})
