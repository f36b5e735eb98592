import { describe, expect, test } from 'vitest'
import { seedCatalogue } from './catalogue.ts'
import { statusLabels } from './status-label.ts'
import {
  finalStatuses,
  isOpen,
  openStatuses,
  reviewStatuses,
  type SubmitFacts,
  submissionStatuses,
  submitProblemMessages,
  submitProblems,
} from './submission.ts'

const brandOf = (slug: string): SubmitFacts['brand'] => {
  const brand = seedCatalogue.find(slug)
  if (!brand) throw new Error(`No brand ${slug}.`)
  return brand
}

const complete: SubmitFacts = {
  brand: brandOf('amazon'),
  cardNumber: 'AAAA-BBBB-0040',
  securityCode: '1234',
  expiringDate: '',
  accountName: 'Ann Lee',
  payout: { kind: 'digital', details: 'ann@mail.com' },
  fileCount: 1,
  uploadsInProgress: false,
  termsAccepted: true,
}
const messagesOf = (change: Partial<SubmitFacts>) =>
  submitProblems({ ...complete, ...change }).map((problem) => problem.message)

describe('submitProblems', () => {
  test('accepts a complete submission', () => {
    expect(messagesOf({})).toEqual([])
  })

  test.each<[string, Partial<SubmitFacts>]>([
    ['Gift card number is required', { cardNumber: '  ' }],
    ['Security code is required', { securityCode: '' }],
    ['Account name is required', { accountName: ' ' }],
    ['Payment method details are required', { payout: { kind: 'digital', details: ' ' } }],
    ['Payment method details are required', { payout: { kind: 'bank', accountNumber: '12345', routingNumber: '' } }],
    ['At least one file must be uploaded', { fileCount: 0 }],
    ['Visa cards require both front and back photos (at least 2 files)', { brand: brandOf('visa') }],
    ['Visa cards require both front and back photos (at least 2 files)', { brand: brandOf('target-visa') }],
    ['Visa cards require both front and back photos (at least 2 files)', { brand: brandOf('walmart-visa') }],
    ['Please wait for files to finish uploading', { uploadsInProgress: true }],
    ['You must accept the terms and conditions', { termsAccepted: false }],
  ])('reports %j', (message, change) => {
    expect(messagesOf(change)).toEqual([message])
  })

  test('accepts a saved method, a bank with both numbers and a Visa card with two photos', () => {
    expect(messagesOf({ payout: { kind: 'saved' } })).toEqual([])
    expect(messagesOf({ payout: { kind: 'bank', accountNumber: '12345', routingNumber: '021000021' } })).toEqual([])
    expect(messagesOf({ brand: brandOf('visa'), fileCount: 2 })).toEqual([])
  })

  test('validates the bank numbers once both are entered', () => {
    expect(messagesOf({ payout: { kind: 'bank', accountNumber: '12', routingNumber: '123456789' } })).toEqual([
      submitProblemMessages.accountNumber,
      submitProblemMessages.routingNumber,
    ])
  })

  test('reports everything that is missing in the order of the form', () => {
    const empty: SubmitFacts = {
      brand: { ...brandOf('visa'), rules: { ...brandOf('visa').rules, expiryNeeded: true } },
      cardNumber: '',
      securityCode: '',
      expiringDate: '',
      accountName: '',
      payout: { kind: 'digital', details: '' },
      fileCount: 0,
      uploadsInProgress: false,
      termsAccepted: false,
    }
    const fields = submitProblems(empty).map((problem) => problem.field)
    expect(fields).toEqual([
      ...['files', 'cardNumber', 'securityCode', 'expiringDate'],
      ...['accountName', 'paymentDetails', 'terms'],
    ])
  })
})

test('has the final statuses completed, rejected and failed', () => {
  expect([...finalStatuses].sort()).toEqual(['completed', 'failed', 'rejected'])
})

test('shows completed green, processing blue, pending yellow, rejected and failed red, otherwise grey', () => {
  expect(submissionStatuses.map((status) => `${status} ${statusLabels[status].tone}`)).toEqual([
    'pending warn',
    'processing info',
    'completed ok',
    'rejected bad',
    'failed bad',
    'registered off',
  ])
})

test('has every review status either open or final, and registered neither', () => {
  for (const status of reviewStatuses) expect(isOpen(status)).toBe(!finalStatuses.has(status))
  expect(submissionStatuses.filter(isOpen)).toEqual([...openStatuses])
  expect(isOpen('registered')).toBe(false)
})
