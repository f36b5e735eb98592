import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import {
  findRow,
  openNewest,
  openReview,
  openSubmission,
  pressUndo,
  reasonField,
  statusTile,
} from '#client/test-support/component/review-screen.ts'
import { aCheckOf, anAnswer, openRequestOf } from '#server/testing/test-support/requests.ts'
import { requestMessages } from '#shared/information-request.ts'
import { reasonTexts } from '#shared/status-reasons.ts'

const tools = () => within(screen.getByRole('region', { name: 'Requests to the seller' }))
const dialog = () => within(screen.getByRole('dialog'))

test('Q requests what is ticked, which the preview shows, and can be undone', async () => {
  const { site, user, newest, customer } = await openNewest(1, '')
  await using _ = site
  await user.keyboard('q')
  await user.click(dialog().getByRole('button', { name: 'Send the request' }))
  expect(dialog().getByText(requestMessages.chooseWants)).toBeTruthy()
  await user.click(dialog().getByLabelText('A photo of the back'))
  await user.click(dialog().getByLabelText('The security code or PIN'))
  await user.type(dialog().getByLabelText(/^Message to the seller/), 'We cannot read it.')
  const preview = within(dialog().getByRole('region', { name: 'The seller will read' }))
  expect(preview.getByText('We cannot read it.')).toBeTruthy()
  expect(preview.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'A photo of the back',
    'The security code or PIN',
  ])
  await user.click(dialog().getByRole('button', { name: 'Send the request' }))
  await screen.findByText('Apple: information requested.')
  await waitFor(() => expect(tools().getByText(/^The seller has 23 h|^The seller has 24 h/)).toBeTruthy())
  expect((await customer.api.transactions.get({ id: newest })).request?.wants).toEqual(['back', 'code'])
  await pressUndo(user)
  await waitFor(() => expect(tools().getByRole('button', { name: /^Request information/ })).toBeTruthy())
  expect((await customer.api.transactions.get({ id: newest })).request).toBeUndefined()
})

test('an answered order is marked, and a request can be withdrawn', async () => {
  const { site, user, newest, customer } = await openReview(1, '&status=all')
  await using _ = site
  const staff = await site.app.staff()
  await staff.api.admin.requests.make({ submissionId: newest, version: 1, wants: ['back', 'code'] })
  await waitFor(async () => expect(await findRow(newest)).toHaveTextContent('Waits for the seller'))
  await openSubmission(user, newest)
  await user.click(tools().getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(tools().getByText(/: withdrawn,/)).toBeTruthy())
  await staff.api.admin.requests.make({ submissionId: newest, version: 3, wants: ['back', 'code'] })
  const id = await openRequestOf(customer, newest)
  await customer.api.requests.answer({ id, ...(await anAnswer(site.app, customer)) })
  await waitFor(async () => expect(await findRow(newest)).toHaveTextContent('Answered'))
})

test('O offers what a balance check found', async () => {
  const { site, user, newest, customer } = await openReview(1, '')
  await using _ = site
  const staff = await site.app.staff()
  await openSubmission(user, newest)
  expect(tools().getByRole('button', { name: /^Make an offer/ })).toHaveAccessibleDescription(requestMessages.noCheck)
  await aCheckOf(site.app, staff, newest, 6240)
  await staff.api.admin.review.addNote({ submissionId: newest, text: 'Checked.' })
  await waitFor(() =>
    expect(tools().getByRole('button', { name: /^Make an offer/ })).not.toHaveAttribute('aria-disabled'),
  )
  await user.keyboard('o')
  expect(dialog().getByText(/^Our offer: \$57\.41/)).toHaveTextContent('Our offer: $57.41 (92.0% of $62.40)')
  await user.click(dialog().getByRole('button', { name: 'Offer $57.41' }))
  await screen.findByText('Apple: offer made.')
  expect((await customer.api.transactions.get({ id: newest })).request?.offer).toMatchObject({ payoutAmount: 57.41 })
})

test('the reason of a lower balance says that an offer is better', async () => {
  const { site, user } = await openNewest(1, '')
  await using _ = site
  await user.click(statusTile('Rejected'))
  expect(screen.queryByText(/^Better: make an offer/)).toBeNull()
  await user.type(reasonField(), reasonTexts.rejected['lower-balance'])
  expect(screen.getByText(/^Better: make an offer/)).toBeTruthy()
})
