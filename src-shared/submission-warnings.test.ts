import { expect, test } from 'vitest'
import { countedPage } from './analytics.ts'
import { seedCatalogue } from './catalogue.ts'
import { fillAnswer } from './inbox.ts'
import { paginate, SUBMISSIONS_PER_PAGE } from './paging.ts'
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

test.each([
  ['/', '/'],
  ['/exchange', '/exchange'],
  ['/exchange?step=upload', '/exchange'],
  ['/Exchange/', '/exchange'],
  ['/transactions/GCE-0123456789', '/transactions'],
  ['/nowhere', 'other'],
  ['//evil.example/x', '/'],
  ['', 'other'],
  ['exchange', 'other'],
  ['/__proto__', 'other'],
  ['/constructor', 'other'],
])('counts %s as %s', (path, page) => expect(countedPage(path)).toBe(page))

test.each(['/admin', '/admin/audit', '/ADMIN', '/admin?tab=users'])('does not count %s', (path) =>
  expect(countedPage(path)).toBeUndefined(),
)

test.each(['/administrator', '/x/admin'])('counts %s, which only resembles a staff page', (path) =>
  expect(countedPage(path)).toBe('other'),
)

test('fills in the first name and the newest order at every placeholder', () => {
  const text = 'Hi {name}, {order} is checked. Bye {name}.'
  expect(fillAnswer(text, { name: 'Dana Reyes', order: 'GCE-7301' })).toBe('Hi Dana, GCE-7301 is checked. Bye Dana.')
})

test('has fallbacks for a missing name or order, and inserts names literally', () => {
  expect(fillAnswer('Hi {name}, about {order}.', { name: ' ', order: undefined })).toBe('Hi there, about your order.')
  expect(fillAnswer('Hi {name}.', { name: '$& Ode', order: undefined })).toBe('Hi $&.')
})

test('does not fill what a customer wrote as their name', () => {
  expect(fillAnswer('Hi {name}, about {order}', { name: '{order} Reyes', order: 'GCE-1' })).toBe(
    'Hi {order}, about GCE-1',
  )
})

test('splits 42 submissions into three pages of 15', () => {
  expect(paginate(42, 2, SUBMISSIONS_PER_PAGE)).toEqual({
    totalItems: 42,
    totalPages: 3,
    currentPage: 2,
    limit: 15,
    hasPrev: true,
    hasNext: true,
  })
})

test.each([
  [0, 1, 0, false, false],
  [15, 1, 1, false, false],
  [16, 1, 2, false, true],
  [16, 2, 2, true, false],
  [16, 9, 2, true, false],
])('%i items on page %i: %i pages, previous %s, next %s', (items, page, totalPages, hasPrev, hasNext) => {
  expect(paginate(items, page, 15)).toMatchObject({ totalPages, hasPrev, hasNext })
})
