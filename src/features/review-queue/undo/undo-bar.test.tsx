import { screen, waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import {
  expectOpen,
  expectStatus,
  openNewest,
  press,
  pressUndo,
  reasonField,
  statusTile,
  write,
} from '#client/test-support/component/review-screen.ts'
import { UNDO_MS } from '#shared/review.ts'

test('an undone decision is never mailed, returns with its text and stays in the history', async () => {
  const { site, user, customer, newest } = await openNewest(1)
  await using _ = site
  await write(user, 'Rejected', 'The code is covered.')
  await press(user, 'Save')
  await screen.findByText('Apple $100.00: Rejected.')
  expect(await customer.api.transactions.list()).toMatchObject([{ statusReason: 'The code is covered.' }])
  await pressUndo(user)

  await screen.findByText('Undone. No email was sent.')
  await expectStatus(newest, 'Pending')
  await screen.findByText('(undone before the customer saw it)')
  expect(screen.getByRole('heading', { name: 'Apple, $100.00' })).toHaveFocus()
  expect(statusTile('Rejected')).toBeChecked()
  expect(reasonField()).toHaveValue('The code is covered.')
  expect(await customer.api.transactions.list()).toMatchObject([{ status: 'pending', statusReason: null }])
  site.passTime(10 * UNDO_MS)
  expect((await site.app.mails()).filter(({ kind }) => kind === 'status-changed')).toEqual([])
})

test('Z takes back the latest decision and leads to its order', async () => {
  const { site, user, newest, older } = await openNewest(2)
  await using _ = site
  await write(user, 'Rejected', 'The photo is dark.')
  await press(user, 'Save and next')
  await expectOpen(older)
  await write(user, 'Failed', 'The payout came back.')
  await press(user, 'Save and next')
  await screen.findByText('Apple $100.00: Failed. You can undo 1 more.')
  await user.keyboard('z')
  await expectOpen(older)
  await waitFor(() => expect(reasonField()).toHaveValue('The payout came back.'))
  await expectStatus(older, 'Pending')
  await expectStatus(newest, 'Rejected')
  await screen.findByText('Apple $100.00: Rejected.')
})

test('says that it is too late once the mail may have been sent', async () => {
  const { site, user, newest } = await openNewest(1)
  await using _ = site
  await write(user, 'Rejected', 'The photo is dark.')
  await press(user, 'Save')
  await screen.findByText('Apple $100.00: Rejected.')
  site.passTime(UNDO_MS)
  expect((await site.app.mails()).at(-1)?.subject).toBe(`We couldn't accept your Apple card (${newest})`)
  await pressUndo(user)
  await screen.findByText('It is too late to undo this decision.')
  await press(user, 'Close')
  expect(screen.queryByText('It is too late to undo this decision.')).toBeNull()
  await expectStatus(newest, 'Rejected')
})

test('offers to undo a decision for 8 seconds', async () => {
  const { site, user } = await openNewest(1)
  await using _ = site
  await user.click(statusTile('Processing'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await press(user, 'Save')
  await screen.findByText('Apple $100.00: Processing.')
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  await waitFor(() => expect(screen.queryByText('Apple $100.00: Processing.')).toBeNull())
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})
