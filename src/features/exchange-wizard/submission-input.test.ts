import { describe, expect, it } from 'vitest'
import { seedCatalogue } from '#shared/catalogue.ts'
import { submitProblems } from '#shared/submission.ts'
import {
  draftWarnings,
  placedSubmission,
  type SubmissionDraft,
  submissionProblems,
  submitFacts,
  submitInput,
} from './submission-input.ts'
import type { UploadItem } from './upload-item.ts'
import { initialWizard } from './wizard-state.ts'

const brand = brandOf('sephora')
const file = new File(['x'], 'front.png', { type: 'image/png' })
const uploaded: UploadItem = {
  key: 'file-1',
  file,
  quarterTurns: 0,
  name: 'front.png',
  state: {
    status: 'done',
    uploaded: { id: 'f1', fileName: 'front.png', fileSize: 1, mimeType: 'image/png', uploadedAt: '' },
  },
}
const failed: UploadItem = {
  ...uploaded,
  key: 'file-2',
  state: { status: 'failed', message: 'no', waitsFor: 'network', canRetry: true },
}
const draft: SubmissionDraft = {
  priced: {
    brand,
    condition: 'partially-used',
    quote: {
      cardValue: 250.5,
      exchangeRate: 0.9,
      payoutAmount: 225.45,
      quoteId: 'q',
      expiresAt: '',
      catalogueVersion: 1,
    },
  },
  payout: { kind: 'new', type: 'cashapp' },
  details: {
    ...initialWizard.details,
    cardNumber: 'ABCD 1234',
    securityCode: '99',
    payoutDetails: { cashapp: '$dana', paypal: 'dana@mail.com' },
    accountNumber: '12345678',
    routingNumber: '021000021',
    savePaymentMethod: true,
    termsAccepted: true,
  },
  customer: { id: 'c1', name: 'Dana', email: 'dana@mail.com', phone: '555 010 0000', address: '' },
  items: [uploaded, failed],
}

function brandOf(slug: string) {
  const found = seedCatalogue.find(slug)
  if (!found) throw new Error(`No brand ${slug}.`)
  return found
}

/** The draft of a card of this brand without a typed code. */
function withoutCode(slug: string, details: Partial<SubmissionDraft['details']> = {}): SubmissionDraft {
  return {
    ...draft,
    priced: { ...draft.priced, brand: brandOf(slug) },
    details: { ...draft.details, securityCode: '', ...details },
    items: [uploaded],
  }
}

describe('submitFacts', () => {
  it('accepts a complete order', () => {
    expect(submitProblems(submitFacts(draft))).toEqual([])
  })

  it('does not count failed uploads', () => {
    expect(submitFacts({ ...draft, items: [failed] }).fileCount).toBe(0)
  })

  it('requires a name after the field was cleared', () => {
    const emptied = { ...draft, details: { ...draft.details, accountName: ' ' } }
    expect(submitProblems(submitFacts(emptied)).map((problem) => problem.field)).toEqual(['accountName'])
  })
})

describe('orderProblems', () => {
  it('rejects an order with a failed upload', () => {
    expect(submissionProblems(draft)).toEqual([
      { field: 'files', message: 'front.png was not uploaded. Remove it or try again.' },
    ])
    expect(submissionProblems({ ...draft, items: [uploaded] })).toEqual([])
  })
})

describe('a card without a second code', () => {
  const problemFields = (each: SubmissionDraft) => submissionProblems(each).map(({ field }) => field)

  it('sends the number as its code for brands with one code', () => {
    expect(submitInput(withoutCode('apple'), 'key-12345')).toMatchObject({ securityCode: 'ABCD 1234' })
    expect(problemFields(withoutCode('apple'))).toEqual([])
    expect(problemFields(withoutCode('apple', { cardNumber: '' }))).toEqual(['cardNumber'])
  })

  it('sends the number as its code once the customer says that there is no PIN', () => {
    expect(problemFields(withoutCode('sephora'))).toEqual(['securityCode'])
    const noPin = withoutCode('sephora', { hasNoCode: true })
    expect(problemFields(noPin)).toEqual([])
    expect(submitInput(noPin, 'key-12345')).toMatchObject({ securityCode: 'ABCD 1234' })
  })

  it('requires the code of brands that always have one, whatever was said about another card', () => {
    expect(problemFields(withoutCode('walmart', { hasNoCode: true }))).toEqual(['securityCode'])
  })
})

describe('draftWarnings', () => {
  const messagesOf = (each: SubmissionDraft, hasCopies = false) =>
    draftWarnings(each, hasCopies, new Date()).map(({ message }) => message)

  it('is empty for a well-formed order', () => {
    expect(messagesOf(draft)).toEqual([])
  })

  it('warns of two copies of one photo', () => {
    expect(messagesOf(draft, true)).toEqual(['Both photos are the same.'])
    expect(messagesOf({ ...draft, items: [uploaded, failed, uploaded] }, true)).toEqual([
      'Two of your photos are the same.',
    ])
  })

  it('asks for the receipt of a CVS card once there is a photo', () => {
    const cvs = withoutCode('cvs', { securityCode: '1234' })
    const receipt = 'CVS cards need a photo of the store receipt.'
    expect(messagesOf({ ...cvs, items: [] })).toEqual([])
    expect(messagesOf(cvs)).toEqual([receipt])
    expect(messagesOf({ ...cvs, items: [uploaded, { ...uploaded, slot: 'receipt' }] })).toEqual([])
  })

  it('checks the details of the chosen method only', () => {
    const typed = { ...draft, details: { ...draft.details, payoutDetails: { cashapp: 'dana', paypal: 'asdf' } } }
    expect(messagesOf(typed)).toEqual(['A Cash App tag starts with $, like $yourtag.'])
    const method = { id: 'pm1', type: 'paypal' as const, label: 'PayPal: asdf', createdAt: '', lastUsedAt: null }
    expect(messagesOf({ ...typed, payout: { kind: 'saved', method } })).toEqual([])
  })
})

describe('placedOrder', () => {
  it('counts the uploaded files', () => {
    expect(placedSubmission(draft, 'GCE-1', 0).fileCount).toBe(1)
  })
})

describe('submitInput', () => {
  it('sends only the details of the selected method', () => {
    expect(submitInput(draft, 'key-12345')).toMatchObject({
      paymentMethod: 'cashapp',
      paymentDetails: '$dana',
      accountNumber: '',
      routingNumber: '',
      savePaymentMethod: true,
    })
    expect(submitInput({ ...draft, payout: { kind: 'new', type: 'bank' } }, 'key-12345')).toMatchObject({
      paymentMethod: 'bank',
      paymentDetails: '',
      accountNumber: '12345678',
      routingNumber: '021000021',
    })
  })

  it('sends a saved method by id without saving it again', () => {
    const method = { id: 'pm1', type: 'zelle' as const, label: 'Zelle: 555', createdAt: '', lastUsedAt: null }
    expect(submitInput({ ...draft, payout: { kind: 'saved', method } }, 'key-12345')).toMatchObject({
      paymentMethod: 'pm1',
      paymentDetails: '',
      savePaymentMethod: false,
    })
  })

  it('sends the displayed price and the uploaded files', () => {
    expect(submitInput(draft, 'key-12345')).toMatchObject({
      cardValue: 250.5,
      exchangeRate: 0.9,
      payoutAmount: 225.45,
      quoteId: 'q',
      fileIds: ['f1'],
      accountName: 'Dana',
      phone: '555 010 0000',
    })
  })
})
