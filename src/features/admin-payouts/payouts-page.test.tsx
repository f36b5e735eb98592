import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { expectListStates } from '#client/test-support/component/list-states.ts'
import {
  beginElsewhere,
  choosePayouts,
  findDialog,
  findPayout,
  newestPayout,
  openPayouts,
  pressButton,
} from '#client/test-support/component/payouts-screen.ts'
import { expectToast } from '#client/test-support/component/toast.ts'
import { anApproval } from '#server/testing/test-support/payouts.ts'
import { aStaffLink } from '#server/testing/test-support/staff-links.ts'
import { ownOrderMessage } from '#shared/own-orders.ts'

const sums = () => screen.getByRole('region', { name: 'Sums' })

test('a ready payout is listed with its order, seller, masked destination, approver and sums', async () => {
  const { site, fay, id, submissionId } = await openPayouts()
  await using _ = site
  await site.visit('/admin/payouts', { as: fay })
  const article = await findPayout(id)
  for (const text of ['$92.00', 'Ready', 'Cash App $da…r', 'Dana Reyes', submissionId, 'reviewer'])
    expect(article).toHaveTextContent(text)
  expect(document.body).not.toHaveTextContent('$dana_r')
  await waitFor(() => expect(sums()).toHaveTextContent('Owed to sellers (1)$92.00= Ready (1)$92.00+ Held (0)$0.00'))
  await waitFor(() => expect(document.title).toMatch(/^\(1\) Payouts/))
})

test('keys move between the rows, open the details, begin to pay and mark as sent', async () => {
  const { site, dana, fay, reviewer, id } = await openPayouts()
  await using _ = site
  site.passTime(1_000)
  const { payoutId: second } = await anApproval(site.app, dana, reviewer, { cardNumber: 'OTHER CARD 1234' })
  const user = await site.visit('/admin/payouts', { as: fay })
  await findPayout(second)
  await user.keyboard('jjk')
  expect(await findPayout(id)).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('table', { name: `Transfers of ${id}` })).toHaveTextContent('Cards at cost')
  await user.keyboard('p')
  const dialog = await findDialog('Pay $92.00 by hand')
  await dialog.findByText('$dana_r')
  await user.click(dialog.getByRole('button', { name: 'Copy amount' }))
  await user.keyboard('{Escape}')
  await user.click((await findDialog('Did you send it?')).getByRole('button', { name: 'Decide later' }))
  await choosePayouts(user, 'Being sent')
  const sending = await findPayout(id)
  expect(sending).toHaveTextContent(/You are paying this since /)
  await user.keyboard('j')
  expect(sending).toHaveFocus()
  await user.keyboard('s')
  const again = await findDialog('Pay $92.00 by hand')
  expect(again.queryByText('$dana_r')).toBeNull()
  await fill(user, { 'Reference of the payment': 'CA-2' })
  await user.keyboard('{Enter}')
  await waitFor(async () => expect((await newestPayout(fay, id)).state).toBe('paid'))
})

test('Escape puts a payout back before anything was copied or typed, and says so', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await findPayout(id)
  // Without a focused row, P takes the first that can be paid.
  await user.keyboard('p')
  await findDialog('Pay $92.00 by hand')
  expect(screen.getByLabelText('Reference of the payment')).toHaveFocus()
  await user.keyboard('{Escape}')
  await expectToast('$92.00 is ready again.')
  expect((await newestPayout(fay, id)).state).toBe('ready')
  expect(await findPayout(id)).toHaveTextContent('Ready')
})

test('the focus returns to the row of a payout that is put back', async () => {
  const { site, dana, fay, reviewer, id } = await openPayouts()
  await using _ = site
  site.passTime(1_000)
  const { payoutId: second } = await anApproval(site.app, dana, reviewer, { cardNumber: 'OTHER CARD 1234' })
  const user = await site.visit('/admin/payouts', { as: fay })
  await findPayout(second)
  for (const [keys, place] of [
    ['p', id],
    ['jp', second],
  ] as const) {
    await user.keyboard(keys)
    await findDialog('Pay $92.00 by hand')
    await user.keyboard('{Escape}')
    await waitFor(async () => expect(await findPayout(place)).toHaveFocus())
  }
})

test('a dialog in which something was typed asks what became of the payment', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await findPayout(id)
  await user.keyboard('p')
  await findDialog('Pay $92.00 by hand')
  await user.keyboard('CA-')
  await user.keyboard('{Escape}')
  await findDialog('Did you send it?')
  await user.keyboard('{Escape}')
  expect((await findDialog('Pay $92.00 by hand')).getByLabelText('Reference of the payment')).toHaveValue('CA-')
  await user.keyboard('{Escape}')
  await user.click((await findDialog('Did you send it?')).getByRole('button', { name: 'Not sent, put it back' }))
  await expectToast('$92.00 is ready again.')
  await screen.findByRole('button', { name: new RegExp(`^Pay by hand.*${id}`) })
  await user.keyboard('p')
  await findDialog('Pay $92.00 by hand')
  await user.keyboard('CA-9{Escape}')
  await user.click((await findDialog('Did you send it?')).getByRole('button', { name: 'Mark as sent' }))
  await waitFor(async () => expect(await newestPayout(fay, id)).toMatchObject({ state: 'paid', reference: 'CA-9' }))
})

test('leaving the page with an open payment says that the payout is still being sent', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts?show=held', { as: fay })
  await screen.findByRole('heading', { name: 'No payout is held.' })
  await choosePayouts(user, 'Ready')
  await findPayout(id)
  await user.keyboard('p')
  await findDialog('Pay $92.00 by hand')
  history.back()
  await expectToast(`${id} is still being sent by you.`)
  await choosePayouts(user, 'Being sent')
  expect(await findPayout(id)).toHaveTextContent('You are paying this since')
})

test('Enter marks a payout as sent and opens the next one', async () => {
  const { site, dana, fay, reviewer, id } = await openPayouts()
  await using _ = site
  const { payoutId: second } = await anApproval(site.app, dana, reviewer, { cardNumber: 'OTHER CARD 1234' })
  const user = await site.visit('/admin/payouts', { as: fay })
  await findPayout(second)
  ;(await findPayout(id)).focus()
  await user.keyboard('p')
  await findDialog('Pay $92.00 by hand')
  await user.keyboard('CA-1{Enter}')
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(second))
  expect(screen.getByLabelText('Reference of the payment')).toHaveFocus()
  await user.keyboard('CA-2{Enter}')
  await screen.findByRole('heading', { name: 'No payouts are ready.' })
  expect(await newestPayout(fay, id)).toMatchObject({ state: 'paid', reference: 'CA-1' })
  expect(await newestPayout(fay, second)).toMatchObject({ state: 'paid', reference: 'CA-2' })
})

test('what came back needs attention, with its number on the filter, until it is closed', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  await beginElsewhere(fay, id)
  const begun = await newestPayout(fay, id)
  const paid = await fay.api.payouts.markSent({ id, version: begun.version, reference: 'CA-1' })
  await fay.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  const user = await site.visit('/admin/payouts', { as: fay })
  await waitFor(() => expect(sums()).toHaveTextContent('Owed to sellers (1)$92.00'))
  expect(sums()).toHaveTextContent('+ Came back (1)$92.00')
  await choosePayouts(user, 'Needs attention (1 waiting)')
  expect(await findPayout(id)).toHaveTextContent('$92.00 is still owed.')
  await choosePayouts(user, 'Done')
  await screen.findByRole('heading', { name: 'No payout is done yet.' })
})

test('a payout that a colleague begins leaves the list without a reload, and cannot be begun again', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const boss = await site.app.staff()
  const user = await site.visit('/admin/payouts', { as: fay })
  const button = await screen.findByRole('button', { name: new RegExp(`^Pay by hand.*${id}`) })
  const release = site.network.hold('payouts.list')
  await beginElsewhere(boss, id)
  await user.click(button)
  await expectToast('is paying this payout.')
  release()
  await screen.findByRole('heading', { name: 'No payouts are ready.' })
  await choosePayouts(user, 'Being sent')
  expect(await findPayout(id)).toHaveTextContent(/ is paying this since /)
  expect(screen.queryByRole('button', { name: /^Mark as sent/ })).toBeNull()
})

test('a person who is the customer of a payout cannot begin to pay it, and reads why', async () => {
  const { site, dana, fay, id } = await openPayouts()
  await using _ = site
  await aStaffLink(site.app, fay, dana)
  const user = await site.visit('/admin/payouts', { as: fay })
  await pressButton(user, new RegExp(`^Pay by hand.*${id}`))
  await expectToast(ownOrderMessage)
})

test('the ledger shows balances and the transfers of an account', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts?show=ledger', { as: fay })
  const balances = await screen.findByRole('region', { name: 'Balances' })
  expect(balances).toHaveTextContent('Cards at cost$92.00')
  expect(balances).toHaveTextContent('Owed to sellers$92.00Ready, held or came back$92.00')
  const table = await screen.findByRole('table', { name: 'Transfers' })
  expect(within(table).getByRole('row', { name: /Approved/ })).toHaveTextContent(id)
  const file = () => screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  expect(file()).toBe('/api/admin/ledger.csv')
  await user.selectOptions(screen.getByLabelText('Transfers of'), 'Cash, not assigned')
  await screen.findByRole('heading', { name: 'No transfers yet' })
  expect(file()).toBe('/api/admin/ledger.csv?account=cash%3Aunassigned')
})

test('shows that the payouts load, and an error with a retry', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const list = { as: fay, call: 'payouts.list', what: 'payouts', shown: () => findPayout(id) }
  await expectListStates(site, '/admin/payouts', list)
})

test('a list of payouts that is out of date says so', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  await site.visit('/admin/payouts', { as: fay })
  await findPayout(id)
  site.network.cut('payouts.list')
  const { version } = await newestPayout(fay, id)
  await fay.api.payouts.hold({ id, version, note: 'Ask the brand.' })
  await screen.findByText(/This may be out of date/)
  expect(await findPayout(id)).toBeVisible()
})

test('reviewers have neither the link nor the page', async () => {
  const { site, reviewer } = await openPayouts()
  await using _ = site
  await site.visit('/admin/payouts', { as: reviewer })
  await screen.findByRole('heading', { name: "You can't pay" })
  expect(screen.queryByRole('link', { name: 'Payouts' })).toBeNull()
  expect(site.network.count('payouts.list')).toBe(0)
})
