import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { aCounterOffer, aRequest } from '#server/testing/test-support/requests.ts'

test.each(['few', 'many'])('the list of %s orders marks those that wait for their seller', async (count) => {
  await using site = await openSite()
  const [customer, staff] = [await site.app.customer(), await site.app.staff()]
  const fix = await aRequest(site.app, customer, staff)
  const offer = await aCounterOffer(site.app, customer, staff)
  if (count === 'many') for (let more = 0; more < 2; more++) await aSubmission(site.app, customer)
  await site.visit('/transactions', { as: customer })
  const ofOrder = async (id: string) => {
    const text = (await within(await screen.findByRole('main')).findAllByText(id))[0]
    return within(text?.closest(count === 'many' ? 'li' : 'article') as HTMLElement)
  }
  expect((await ofOrder(fix.submissionId)).getByText('We need something from you')).toBeVisible()
  expect((await ofOrder(offer.submissionId)).getByText('Our offer')).toBeVisible()
})

test('the open orders of the front page mark those that wait for their seller', async () => {
  await using site = await openSite()
  const [customer, staff] = [await site.app.customer(), await site.app.staff()]
  await aRequest(site.app, customer, staff)
  await aCounterOffer(site.app, customer, staff)
  await site.visit('/', { as: customer })
  const open = within(await screen.findByRole('region', { name: 'Open orders' }))
  expect(open.getByText('We need something from you')).toBeVisible()
  expect(open.getByText('Send it, and we go on.')).toBeVisible()
  expect(open.getByText('Our offer')).toBeVisible()
  expect(open.getByText('Accept or decline it.')).toBeVisible()
})
