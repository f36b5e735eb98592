import { expect } from '@playwright/test'
import type { WantedItem } from '#shared/information-request.ts'
import type { Caller } from './accounts.ts'

async function post({ request }: Caller, url: string, data: object): Promise<{ id: string }> {
  const answer = await request.post(url, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as { id: string }
}

/** Requests these items for an order of this version, as the signed-in staff. */
export async function requestInformation(
  staff: Caller,
  orderId: string,
  wants: readonly WantedItem[],
  version = 1,
): Promise<void> {
  const words = 'The code on the back of the card is not readable.'
  await post(staff, `/api/admin/submissions/${orderId}/request`, { version, wants, words })
}

/** Records that a card of $100 has $62.40 left, as the signed-in staff; returns the id of the check. */
export async function recordLowerBalance(staff: Caller, orderId: string): Promise<string> {
  const check = { outcome: 'lower', how: 'website', balance: 62.4 }
  return (await post(staff, `/api/admin/submissions/${orderId}/checks`, check)).id
}

/** Makes an offer of $57.41 for an order of this version, as the signed-in staff. */
export async function makeOffer(staff: Caller, orderId: string, version = 1): Promise<void> {
  const checkId = await recordLowerBalance(staff, orderId)
  const words = 'The brand says that a part of the balance was used.'
  await post(staff, `/api/admin/submissions/${orderId}/offer`, { version, checkId, words })
}
