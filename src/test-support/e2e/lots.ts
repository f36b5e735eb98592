import { expect, type Page } from '@playwright/test'
import { join } from './accounts.ts'
import { submitCard } from './submissions.ts'

/** Buys cards of a new customer as the signed-in staff; returns the ids of the orders. */
export async function boughtCards(page: Page, count: number): Promise<string[]> {
  await join(page)
  const ids: string[] = []
  for (let at = 1; at <= count; at++) {
    const id = await submitCard(page, { cardNumber: `LOT ${at} 9QP4 7TLZ`, paymentDetails: '$dana_of_cash' })
    const answer = await page.request.patch(`/api/submissions/${id}/status`, { data: { status: 'completed' } })
    expect(answer.ok(), await answer.text()).toBe(true)
    ids.push(id)
  }
  return ids
}

/** Offers new cards as a lot; returns its id and the ids of the orders. */
export async function aLot(page: Page, count: number): Promise<{ id: string; orders: string[] }> {
  const orders = await boughtCards(page, count)
  const data = { buyer: 'Card Resale Inc.', items: orders.map((submissionId) => ({ submissionId, price: 96 })) }
  const answer = await page.request.post('/api/admin/lots', { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return { id: ((await answer.json()) as { id: string }).id, orders }
}
