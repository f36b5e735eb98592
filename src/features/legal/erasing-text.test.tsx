import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { setInventoryPolicy } from '#server/testing/test-support/inventory.ts'

/** What each page says about erasing, by the rules about custody. */
const pages: readonly [path: string, erased: RegExp, held: RegExp][] = [
  [
    '/',
    /We erase the code when your order is finished, and number and photos within 30 days\./,
    /We erase number and code when the card has been used, within 7 days, and photos within 30 days\./,
  ],
  [
    '/contact',
    /We erase the security code once your order is finished, and the number and photos within 30 days\./,
    /We erase number and code when the card has been used, within 7 days after your order is finished,/,
  ],
  [
    '/privacy-policy',
    /We erase security codes within seconds after an order is completed, rejected or failed\./,
    /we keep the number and code of the card encrypted until the card has been used, and for at most 7 days\./,
  ],
]

test.each(pages)('%s says when number and code are erased, as the rules are', async (path, erased, held) => {
  await using site = await openSite()
  await site.visit(path)
  expect(await screen.findByText(erased)).toBeTruthy()
  expect(screen.queryByText(held)).toBeNull()
})

test.each(pages)(
  '%s says that cards are kept until they are used, where the rules say so',
  async (path, erased, held) => {
    await using site = await openSite()
    await setInventoryPolicy(await site.app.staff(), { custody: 'hold', holdDays: 7 })
    await site.visit(path)
    expect(await screen.findByText(held)).toBeTruthy()
    expect(screen.queryByText(erased)).toBeNull()
  },
)
