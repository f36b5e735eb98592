import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { markDueOrders } from '#server/tracking/mark-overdue.ts'

test('the bar names how many orders are overdue, announces it once and opens the oldest', async () => {
  await using site = await openSite()
  const { app } = site
  const dana = await app.customer()
  const first = await aSubmission(app, dana)
  app.clock.advance(1000)
  await aSubmission(app, dana)
  const boss = await app.staff()
  const user = await site.visit('/admin', { as: boss })
  await screen.findByRole('feed', { name: 'Submissions' })
  expect(screen.queryByRole('button', { name: 'Open the oldest' })).toBeNull()
  app.clock.advance(60 * 60_000 - 1000)
  await markDueOrders(app.ctx)
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('1 order is overdue.'))
  app.clock.advance(1000)
  await markDueOrders(app.ctx)
  await waitFor(() => expect(screen.getAllByText(/2 orders are overdue\./)[0]).toBeVisible())
  expect(screen.getByRole('alert')).toHaveTextContent('1 order is overdue.')
  await user.click(screen.getByRole('button', { name: 'Open the oldest' }))
  await waitFor(() => expect(screen.getAllByText(first)[0]).toBeVisible())
})
