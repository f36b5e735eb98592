import { expect, type Page } from '@playwright/test'
import { join } from './accounts.ts'
import { approveCard, submitCard } from './submissions.ts'

/** Approves and pays a card of a new customer as the signed-in staff; returns the id of its order. */
export async function buyCard(page: Page, changes: Record<string, string> = {}): Promise<string> {
  await join(page)
  const id = await submitCard(page, changes)
  await approveCard(page, id)
  const answer = await page.request.patch(`/api/submissions/${id}/status`, { data: { status: 'completed' } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return id
}

/** Records what became of a card that nothing was recorded about. */
export async function record(page: Page, id: string, input: Record<string, unknown>, version = 1): Promise<void> {
  const answer = await page.request.post(`/api/admin/inventory/${id}/dispositions`, { data: { version, ...input } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export const sale = { kind: 'sold', buyer: 'Card Resale Inc.', amount: 96, fee: 1.5, reference: 'INV-204' }
