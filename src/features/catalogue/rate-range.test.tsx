import { screen, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { test } from '#client/test-support/component/site-test.ts'
import { atRate, publish } from '#server/testing/test-support/published-rates.ts'

test('every page names the lowest and the highest rate that is published', async ({ site }) => {
  await publish(site.app, await site.app.staff(), atRate(site.app, 'zara', 7950), atRate(site.app, 'amazon', 9550))
  for (const [path, words] of [
    ['/', /^79% to 95% of the card value/],
    ['/supported-cards', /most-sold cards, at 79% to 95% of their value\. Not here\?/],
    ['/signup', '79% to 95%'],
    ['/contact', /^79% to 95% of the card value/],
    ['/terms-of-service', /^We pay 79% to 95% of the value/],
  ] as const) {
    const user = await site.visit(path)
    expect(await screen.findByText(words), path).toBeVisible()
    if (path !== '/') continue
    const [button] = screen.getAllByRole('button', { name: 'How it Works' })
    if (button) await user.click(button)
    expect(await screen.findByText('79% to 95% of the card value, depending on the brand.')).toBeVisible()
  }
})

test('each card has its rate to a tenth of a percent, and the receipt is explained once for all', async ({ site }) => {
  await site.visit('/supported-cards')
  const cards = within(await screen.findByRole('region', { name: 'All Cards' }))
  const adidas = cards.getAllByRole('listitem').find(({ textContent }) => textContent.includes('Adidas'))
  expect(adidas).toHaveTextContent('Up to 88.5%')
  expect(cards.getAllByText(/receipt/i)).toHaveLength(1)
  expect(cards.getByText('The maximum is without a receipt. With one we buy most cards up to $5,000.')).toBeVisible()
})
