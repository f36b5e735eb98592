import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'

test('each card has its rate to a tenth of a percent, and the receipt is explained once for all', async () => {
  await using site = await openSite()
  await site.visit('/supported-cards')
  const cards = within(await screen.findByRole('region', { name: 'All Cards' }))
  const adidas = cards.getAllByRole('listitem').find(({ textContent }) => textContent.includes('Adidas'))
  expect(adidas).toHaveTextContent('Up to 88.5%')
  expect(cards.getAllByText(/receipt/i)).toHaveLength(1)
  expect(cards.getByText('The maximum is without a receipt. With one we buy most cards up to $5,000.')).toBeVisible()
})
