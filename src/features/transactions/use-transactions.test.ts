import { describe, expect, it } from 'vitest'
import type { Transaction } from '#shared/submission-schema.ts'
import { mergeTransactions, parseLocal, toLocal, transactionsKey } from './use-transactions.ts'

function transaction(changes: Partial<Transaction> = {}): Transaction {
  return {
    id: 'GCE-1',
    giftCardName: 'Apple',
    cardValue: 100,
    exchangeRate: 0.92,
    payoutAmount: 92,
    paymentMethod: 'PayPal: dana@mail.com',
    status: 'pending',
    statusReason: 'We are checking the card.',
    reasonCode: 'other',
    createdAt: '2025-06-01T12:00:00.000Z',
    email: 'dana@mail.com',
    cardNumber: '•••• 0040',
    uploadedFiles: [{ id: 'f1', fileName: 'front.jpg', fileSize: 10, mimeType: 'image/jpeg' }],
    ...changes,
  }
}

describe('toLocal', () => {
  it('stores only the eight documented fields', () => {
    expect(toLocal(transaction())).toEqual({
      id: 'GCE-1',
      giftCardName: 'Apple',
      cardValue: 100,
      payoutAmount: 92,
      status: 'pending',
      paymentMethod: 'PayPal',
      createdAt: '2025-06-01T12:00:00.000Z',
      exchangeRate: 0.92,
    })
  })

  it('stores no e-mail address, card number or file name', () => {
    expect(JSON.stringify(toLocal(transaction()))).not.toMatch(/dana|0040|front/)
  })
})

describe('parseLocal', () => {
  it('restores what was written', () => {
    const kept = [toLocal(transaction())]
    expect(parseLocal(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
  })

  it('drops malformed rows', () => {
    const good = toLocal(transaction())
    const bad = [
      null,
      7,
      'x',
      {},
      { ...good, payoutAmount: '92' },
      { ...good, status: 'paid' },
      { ...good, createdAt: '' },
    ]
    expect(parseLocal([...bad, good])).toEqual([good])
  })

  it('returns undefined for anything but a list', () => {
    expect(parseLocal({ length: 1 })).toBeUndefined()
    expect(parseLocal(undefined)).toBeUndefined()
  })
})

describe('mergeTransactions', () => {
  it("prefers the server's row over the local one", () => {
    const server = transaction({ status: 'completed' })
    expect(mergeTransactions([server], [toLocal(transaction())])).toEqual([server])
  })

  it('merges both lists, newest first', () => {
    const old = transaction({ id: 'GCE-0', createdAt: '2025-05-01T12:00:00.000Z' })
    const fresh = toLocal(transaction({ id: 'GCE-2', createdAt: '2025-06-02T12:00:00.000Z' }))
    expect(mergeTransactions([old, transaction()], [fresh]).map((each) => each.id)).toEqual(['GCE-2', 'GCE-1', 'GCE-0'])
  })
})

it('stores one list per customer', () => {
  expect(transactionsKey('c1')).toBe('transactions_c1')
})
