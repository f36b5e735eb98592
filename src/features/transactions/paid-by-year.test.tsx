import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { aBoughtCard, itemOf } from '#server/testing/test-support/inventory.ts'

const cells = () =>
  within(screen.getAllByRole('row')[1] as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('a customer reads what they were paid in a year, and what came back', async () => {
  await using site = await openSite()
  const { app } = site
  const [dana, owner] = [await app.customer(), await app.staff()]
  await aBoughtCard(app, dana, owner)
  const back = await aBoughtCard(app, dana, owner)
  await site.visit('/transactions', { as: dana })
  expect(await screen.findByRole('table', { name: /^Paid by year/ })).toBeVisible()
  expect(cells()).toEqual(['2', '$184.00'])
  expect(screen.getByRole('row', { name: new RegExp(`^${app.clock.now().getUTCFullYear()}`) })).toBeVisible()
  const { payout_id: id } = await itemOf(app.ctx.db, back)
  const { version } = await owner.api.payouts.get({ id })
  await owner.api.payouts.recordReturn({ id, version, code: 'provider' })
  expect(await screen.findByText('$92.00 (1)')).toBeVisible()
  expect(cells()).toEqual(['2', '$184.00', '$92.00 (1)', '$92.00'])
})

test('a customer who was not paid has no statement', async () => {
  await using site = await openSite()
  const dana = await site.app.customer()
  await aSubmission(site.app, dana)
  await site.visit('/transactions', { as: dana })
  await screen.findByRole('region', { name: 'Summary' })
  expect(screen.queryByRole('heading', { name: 'Paid by year' })).toBeNull()
})

test('says when the statement could not be loaded, and loads it then', async () => {
  await using site = await openSite()
  const [dana, owner] = [await site.app.customer(), await site.app.staff()]
  await aBoughtCard(site.app, dana, owner)
  // The opening of a socket would read the list in the same request.
  site.network.refuseSockets()
  const restore = site.network.cut('transactions.statement')
  const user = await site.visit('/transactions', { as: dana })
  expect(await screen.findByText(/We couldn't load what you were paid by year\./)).toBeVisible()
  restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: /^Paid by year/ })).toBeVisible()
})
