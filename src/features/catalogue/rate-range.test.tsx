import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { atRate, publish } from '#server/testing/test-support/published-rates.ts'

test('every page names the lowest and the highest rate that is published', async () => {
  await using site = await openSite()
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
