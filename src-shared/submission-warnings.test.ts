import { expect, test } from 'vitest'
import { seedCatalogue } from './catalogue.ts'
import { submissionWarnings, type WarningFacts } from './submission-warnings.ts'

const now = new Date(2030, 0, 15)
const visa: WarningFacts = {
  brand: brandOf('visa'),
  condition: 'brand-new',
  cardNumber: '4111 1111 1111 1111',
  securityCode: '123',
  expiringDate: '01/30',
  payout: { type: 'paypal', details: 'dana@mail.com' },
}

function brandOf(slug: string) {
  const brand = seedCatalogue.find(slug)
  if (!brand) throw new Error(`No brand ${slug}.`)
  return brand
}

const fieldsOf = (changes: Partial<WarningFacts>) =>
  submissionWarnings({ ...visa, ...changes }, now).map(({ field }) => field)

test('finds nothing wrong with a well-formed submission', () => {
  expect(fieldsOf({})).toEqual([])
})

test('warns of every doubtful field, in the order of the form', () => {
  const typos = { cardNumber: 'x', securityCode: 'y', expiringDate: '01/20' }
  expect(fieldsOf({ ...typos, payout: { type: 'paypal', details: 'asdf' } })).toEqual([
    'cardNumber',
    'securityCode',
    'expiringDate',
    'paymentDetails',
  ])
  const payout = { type: 'bank', accountNumber: '1', routingNumber: '2' } as const
  expect(fieldsOf({ payout })).toEqual(['accountNumber', 'routingNumber'])
})

test('asks for the expiry date of payment network cards only', () => {
  expect(submissionWarnings({ ...visa, expiringDate: ' \u200b' }, now)).toEqual([
    { field: 'expiringDate', message: 'Expiry date is missing. Checking a Visa card is faster with it.' },
  ])
  expect(fieldsOf({ brand: brandOf('sephora'), expiringDate: '' })).toEqual([])
})

test('warns of a partially used eBay card, and of nothing about a saved method', () => {
  const ebay = { brand: brandOf('ebay'), expiringDate: '', payout: undefined }
  expect(fieldsOf({ ...ebay, condition: 'partially-used' })).toEqual(['condition'])
  expect(fieldsOf(ebay)).toEqual([])
})
