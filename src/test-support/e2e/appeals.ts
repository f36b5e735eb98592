import { expect } from '@playwright/test'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { type Caller, customerOf } from './accounts.ts'
import { submitCard } from './submissions.ts'

export const zeroBalance =
  'This card is used and has a zero balance. Check the balance with the brand and sell us a card that has money on it.'

/** An order of this customer that these staff have rejected for its balance. */
export async function aRejectedOrder(customer: Caller, { request }: Caller): Promise<string> {
  const orderId = await submitCard(customer)
  const data = { status: 'rejected', reason: zeroBalance }
  const answer = await request.patch(`/api/submissions/${orderId}/status`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return orderId
}

/** Appeals the rejection of an order; returns the id of the appeal. */
export async function appealDecision(customer: Caller, orderId: string): Promise<string> {
  const data = { words: 'The balance was $100.00 when I sent the card.' }
  const answer = await customerOf(customer).request.post(`/api/user/transactions/${orderId}/appeal`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as TransactionDetail).appeal?.id ?? ''
}

/** Answers an appeal. */
export async function answerAppeal({ request }: Caller, appealId: string, outcome: 'right' | 'stands'): Promise<void> {
  const data = { outcome, words: 'The brand confirmed the balance by phone.' }
  const answer = await request.post(`/api/admin/appeals/${appealId}/decide`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}
