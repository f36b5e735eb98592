import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import {
  decision,
  expectOpen,
  expectStatus,
  findRow,
  openElsewhere,
  openNewest,
  openReview,
  openSubmission,
  press,
  reasonField,
  statusTile,
  write,
} from '#client/test-support/component/review-screen.ts'
import { anUpload } from '#server/testing/test-support/factories.ts'

const conflict = 'Someone else has changed this submission. Look at the new status before you decide.'
const saveButton = () => decision().getByRole('button', { name: 'Save' })
const isBlocked = () => saveButton().getAttribute('aria-disabled') === 'true'

test('a decision on an old version shows the newer one, keeps the text and can be saved again', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  const colleague = await site.app.colleague('reviewer')
  await openSubmission(user, newest)
  await write(user, 'Failed', 'The payout came back.')
  await colleague.api.admin.submissions.setStatus({ submissionId: newest, status: 'rejected', reason: 'Used before.' })

  // The pushed change is shown before saving; what was entered is still based on the old version.
  const alert = await decision().findByRole('alert')
  expect(alert.textContent).toContain(conflict)
  await waitFor(() => expect(alert.textContent).toMatch(/Status now:\s*Rejected\s*Used before\.\s*By reviewer \d+, /))
  await press(user, 'Save')
  await decision().findByText(/^Your changes are still here/)
  expect(statusTile('Failed').checked).toBe(true)
  expect(reasonField().value).toBe('The payout came back.')
  await expectStatus(newest, 'Rejected')
  await press(user, 'Save')
  await expectStatus(newest, 'Failed')
  await waitFor(() => expect(decision().queryByRole('alert')).toBeNull())
})

test('a newer decision can be acknowledged before one decides on it', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  const colleague = await site.app.colleague('reviewer')
  await openSubmission(user, newest)
  await write(user, 'Processing', 'Being checked.')
  await colleague.api.admin.submissions.setStatus({ submissionId: newest, status: 'failed' })
  await user.click(await decision().findByRole('button', { name: 'Decide on the new status' }))
  await waitFor(() => expect(decision().queryByRole('alert')).toBeNull())
  expect(document.activeElement).toBe(statusTile('Processing'))
  await press(user, 'Save')
  await screen.findByText(/Apple \$100\.00: Processing\./)
  await expectStatus(newest, 'Processing')
})

test('an order that a colleague has locked can be decided only after taking it over', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  const colleague = await site.app.colleague('reviewer')
  await using _elsewhere = await openElsewhere(colleague, newest)
  await waitFor(async () => expect((await findRow(newest)).textContent).toMatch(/reviewer \d+ is viewing/))
  await openSubmission(user, newest)
  await decision().findAllByText(/^reviewer \d+ is deciding on this order\.$/)
  await write(user, 'Rejected', 'Used before.')
  expect(isBlocked()).toBe(true)
  await press(user, 'Save and next')
  expect(site.network.count('setStatus')).toBe(0)

  await user.click(decision().getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(isBlocked()).toBe(false))
  expect(decision().queryByText(/is deciding/)).toBeNull()
  expect(document.activeElement).toBe(statusTile('Rejected'))
  expect(reasonField().value).toBe('Used before.')
  await press(user, 'Save')
  await screen.findByText(/Apple \$100\.00: Rejected\./)
})

test('says who has taken an order over, and does so while it is open', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  const colleague = await site.app.colleague('reviewer')
  await openSubmission(user, newest)
  await user.click(statusTile('Failed'))
  await waitFor(() => expect(isBlocked()).toBe(false))
  await using _elsewhere = await openElsewhere(colleague, newest)
  await screen.findAllByText(/^reviewer \d+ is viewing$/)
  expect(isBlocked()).toBe(false)
  await colleague.api.admin.review.takeOver({ submissionId: newest })
  await decision().findAllByText(/^reviewer \d+ is deciding on this order\.$/)
  expect(isBlocked()).toBe(true)
})

test('looking at an order locks nothing, and the first key of its decision does', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  const locks = () => site.app.ctx.db.selectFrom('review_locks').select('submission_id').execute()
  await openSubmission(user, newest)
  await user.click(screen.getByRole('region', { name: 'Facts' }))
  expect(await locks()).toEqual([])
  await user.keyboard('5')
  await waitFor(async () => expect(await locks()).toEqual([{ submission_id: newest }]))
})

test('a decided order is not locked, and says of no one that they decide on it', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  const owner = await site.app.colleague('owner')
  await owner.api.admin.review.approve({ submissionId: newest })
  await openSubmission(user, newest)
  await user.keyboard('5')
  const colleague = await site.app.colleague('reviewer')
  await using _elsewhere = await openElsewhere(colleague, newest)
  await screen.findAllByText(/^reviewer \d+ is viewing$/)
  expect(decision().queryByText(/is deciding/)).toBeNull()
  expect(await site.app.ctx.db.selectFrom('review_locks').selectAll().execute()).toEqual([])
})

test('an order that is left goes to the colleague who decides too', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  const colleague = await site.app.colleague('reviewer')
  await openSubmission(user, newest)
  await user.keyboard('5')
  await waitFor(async () =>
    expect(await site.app.ctx.db.selectFrom('review_locks').selectAll().execute()).toHaveLength(1),
  )
  await using elsewhere = await openElsewhere(colleague, newest)
  await screen.findAllByText(/^reviewer \d+ is viewing$/)
  await press(user, 'Back to the list')
  let presence = await elsewhere.next()
  while (!presence.isYours) presence = await elsewhere.next()
  expect(await findRow(newest)).toHaveFocus()
  await openSubmission(user, newest)
  await decision().findAllByText(/^reviewer \d+ is deciding on this order\.$/)
})

test('a decision that could not be saved returns with its status and text', async () => {
  const { site, user, newest, older } = await openNewest(2)
  await using _ = site
  const restore = site.network.cut('setStatus')
  await write(user, 'Rejected', 'The photo is dark.')
  await press(user, 'Save and next')
  await expectOpen(newest)
  await waitFor(() =>
    expect(decision().getByRole('alert').textContent).toBe('Failed to update status. Please try again.'),
  )
  expect(statusTile('Rejected').checked).toBe(true)
  expect(reasonField().value).toBe('The photo is dark.')
  await expectStatus(newest, 'Pending')
  restore()
  await press(user, 'Save and next')
  await expectOpen(older)
  await expectStatus(newest, 'Rejected')
})

test('a failed decision does not interrupt the work on another order', async () => {
  const { site, user, newest, older } = await openNewest(2)
  await using _ = site
  const [release, restore] = [site.network.hold('setStatus'), site.network.cut('review.get')]
  await write(user, 'Rejected', 'The photo is dark.')
  await colleagueDecides()
  restore()
  await press(user, 'Save and next')
  await expectOpen(older)
  await write(user, 'Failed', 'Half a thought')
  release()
  const notice = await screen.findByText(`Your decision on ${newest} wasn't saved`)
  expect(notice).toBeTruthy()
  await expectOpen(older)
  expect(reasonField().value).toBe('Half a thought')
  await press(user, 'Go back to it')
  await expectOpen(newest)
  expect(reasonField().value).toBe('The photo is dark.')

  async function colleagueDecides(): Promise<void> {
    const colleague = await site.app.colleague('reviewer')
    await colleague.api.admin.submissions.setStatus({ submissionId: newest, status: 'failed' })
  }
})

test('the open page says that the customer has replaced a photo, and shows the new one before a decision', async () => {
  const { site, user, newest, customer } = await openNewest(1)
  await using _ = site
  const [former] = (await customer.api.transactions.get({ id: newest })).uploadedFiles
  const newFileId = await anUpload(site.app, customer, 'sharp.png')
  const replace = () => customer.api.transactions.replacePhoto({ id: newest, fileId: former?.id ?? '', newFileId })
  await write(user, 'Failed', 'The payout came back.')
  await replace()
  const alert = await decision().findByRole('alert')
  await waitFor(() =>
    expect(alert).toHaveTextContent('The customer has replaced a photo. Look at it before you decide.'),
  )
  expect((await screen.findAllByText(/sharp\.png/)).length).toBeGreaterThan(0)
  await user.click(decision().getByRole('button', { name: 'Decide on the new photo' }))
  await waitFor(() => expect(decision().queryByRole('alert')).toBeNull())
  expect(decision().getByText(/^The customer has replaced a photo\./)).toBeVisible()
  expect(screen.getByText('Photo replaced')).toBeVisible()
})
