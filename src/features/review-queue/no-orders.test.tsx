import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { press, someSubmissions } from '#client/test-support/component/review-screen.ts'

test('a site that never had an order says what comes here, and leads to the shop', async () => {
  await using site = await openSite()
  const user = await site.visit('/admin', { as: await site.app.colleague('reviewer') })
  await screen.findByRole('heading', { name: 'No orders yet.' })
  expect(screen.getByText('Your first order appears here the moment it is submitted.')).toBeVisible()
  expect(screen.getByRole('link', { name: /^Open the shop/ })).toHaveAttribute('href', '/')
  await press(user, 'Copy link')
  await screen.findByRole('button', { name: 'Link copied' })
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/`)
})

test('a registration is no order, and a decided order is one', async () => {
  await using site = await openSite()
  await site.app.customer()
  const owner = await site.app.staff()
  await site.visit('/admin', { as: owner })
  await screen.findByRole('heading', { name: 'No orders yet.' })
  const { ids } = await someSubmissions(site, 1)
  await owner.api.admin.submissions.setStatus({ submissionId: ids[0] ?? '', status: 'rejected', reason: 'No.' })
  await screen.findByText('No order needs a decision right now.')
})
