import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import {
  choosePayouts,
  findDialog,
  findPayout,
  newestPayout,
  openPayouts,
  openPayPalPayouts,
  pressButton,
} from '#client/test-support/component/payouts-screen.ts'
import { expectToast } from '#client/test-support/component/toast.ts'
import { connectFakePayPal } from '#server/testing/test-support/fake-paypal/connect-fake-paypal.ts'
import { anApproval, loseOutcome, toPayPal } from '#server/testing/test-support/payouts.ts'
import { doPayPalWork } from '#server/testing/test-support/paypal-work.ts'
import { payoutMessages } from '#shared/payout.ts'

test('a payout is sent by PayPal after a question, and its details say what PayPal answered', async () => {
  const { site, fay, id } = await openPayPalPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await pressButton(user, new RegExp(`^Send by PayPal.*${id}`))
  const dialog = await findDialog('Send $92.00 by PayPal')
  expect(dialog.getByRole('listitem')).toHaveTextContent(`${id} $92.00 for Dana Reyes, to PayPal d…@mail.example`)
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await expectToast('$92.00 is being sent by PayPal.')
  await screen.findByRole('heading', { name: 'No payouts are ready.' })
  await choosePayouts(user, 'Being sent')
  expect(await findPayout(id)).toHaveTextContent(/PayPal is asked to pay this since .*20\d\d/)
  expect(screen.queryByRole('button', { name: /^Not paid/ })).toBeNull()
  await doPayPalWork(site.app)
  await waitFor(async () =>
    expect(await findPayout(id)).toHaveTextContent('PayPal has it and has not paid it out yet.'),
  )
  await choosePayouts(user, 'All')
  expect(await findPayout(id)).toHaveTextContent('Being sent')
  await user.click(screen.getByRole('button', { name: id }))
  const attempts = () => screen.findByRole('list', { name: `Attempts to pay ${id}` })
  expect(await attempts()).toHaveTextContent(/-1-a1 By PayPal, .*: accepted.*The server asks PayPal again/)
  site.passTime(10_000)
  await doPayPalWork(site.app)
  await waitFor(async () => expect(await attempts()).toHaveTextContent(/: paid.*PayPal took a fee of \$1\.84\./))
  expect(await findPayout(id)).toHaveTextContent('Paid')
})

test('several payouts are chosen and sent together; those of other methods are not sent', async () => {
  const { site, dana, fay, reviewer, id } = await openPayPalPayouts()
  await using _ = site
  const { payoutId: second } = await anApproval(site.app, dana, reviewer, { ...toPayPal(), cardNumber: 'CARD 2222' })
  const { payoutId: byHand } = await anApproval(site.app, dana, reviewer, { cardNumber: 'CARD 3333' })
  const user = await site.visit('/admin/payouts', { as: fay })
  const send = await screen.findByRole('button', { name: 'Send by PayPal' })
  expect(send).toHaveAttribute('aria-disabled', 'true')
  await user.click(await screen.findByRole('checkbox', { name: `Choose ${byHand}` }))
  expect(send).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('checkbox', { name: 'All 3 ready payouts of this page' }))
  expect(screen.getByRole('checkbox', { name: `Choose ${second}` })).toBeChecked()
  await user.click(screen.getByRole('checkbox', { name: `Choose ${second}` }))
  await screen.findByRole('button', { name: 'Send 1 by PayPal, $92.00' })
  await user.click(screen.getByRole('checkbox', { name: `Choose ${second}` }))
  await pressButton(user, 'Send 2 by PayPal, $184.00')
  const dialog = await findDialog('Send $184.00 by PayPal')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(async () => expect((await newestPayout(fay, second)).state).toBe('sending'))
  expect((await newestPayout(fay, id)).state).toBe('sending')
  expect((await newestPayout(fay, byHand)).state).toBe('ready')
})

test('payouts that changed meanwhile are not sent, and the dialog names the first of them', async () => {
  const { site, fay, id } = await openPayPalPayouts()
  await using _ = site
  const boss = await site.app.staff()
  const user = await site.visit('/admin/payouts', { as: fay })
  await pressButton(user, new RegExp(`^Send by PayPal.*${id}`))
  const dialog = await findDialog('Send $92.00 by PayPal')
  const { version } = await newestPayout(boss, id)
  await boss.api.payouts.hold({ id, version, note: 'Ask the brand.' })
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(`The payout ${id} is not ready.`)
  expect((await newestPayout(fay, id)).state).toBe('held')
})

test('a refusal of PayPal is shown above the payouts until one is sent again', async () => {
  const { site, fake, fay, id } = await openPayPalPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await screen.findByRole('button', { name: new RegExp(`^Send by PayPal.*${id}`) })
  await fake.set({ openingBalanceCents: 0 })
  await fay.api.payouts.sendNow({ ids: [id] })
  await doPayPalWork(site.app)
  await screen.findByText('PayPal refuses payouts: the balance of the PayPal account is not enough.')
  await fake.set({ openingBalanceCents: 100_000_000 })
  await pressButton(user, new RegExp(`^Send by PayPal.*${id}`))
  await user.click((await findDialog('Send $92.00 by PayPal')).getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.queryByText(/^PayPal refuses payouts/)).toBeNull())
  await doPayPalWork(site.app)
  expect((await newestPayout(fay, id)).state).toBe('sent')
})

test('a site without a PayPal app offers to pay by hand only', async () => {
  const { site, fay, id } = await openPayouts(toPayPal())
  await using _ = site
  await site.visit('/admin/payouts', { as: fay })
  await screen.findByRole('button', { name: new RegExp(`^Pay by hand.*${id}`) })
  expect(screen.queryByRole('button', { name: /^Send by PayPal/ })).toBeNull()
})

/** The page of payouts that need attention, with one of which PayPal says nothing. */
async function openUnknown() {
  const opened = await openPayPalPayouts()
  await opened.fay.api.payouts.sendNow({ ids: [opened.id] })
  await loseOutcome(opened.site.app, opened.id)
  const user = await opened.site.visit('/admin/payouts?show=attention', { as: opened.fay })
  expect(await findPayout(opened.id)).toHaveTextContent(`PayPal has not said what became of it. Look for ${opened.id}`)
  return { ...opened, user }
}

test('a person records the payment that PayPal shows, with its transaction', async () => {
  const { site, dana, fay, id, submissionId, user } = await openUnknown()
  await using _ = site
  await pressButton(user, /^PayPal has paid it/)
  const dialog = await findDialog('PayPal has paid it')
  await user.click(dialog.getByRole('button', { name: 'Record as paid' }))
  expect(dialog.getByText(payoutMessages.referenceMissing)).toBeVisible()
  await fill(user, { 'Transaction ID at PayPal': '8RX12345AB678901C', 'Fee at PayPal (optional)': '$1.84' })
  await user.click(dialog.getByRole('button', { name: 'Record as paid' }))
  await screen.findByRole('heading', { name: 'No payout needs attention.' })
  expect(await newestPayout(fay, id)).toMatchObject({ state: 'paid', reference: '8RX12345AB678901C' })
  expect((await fay.api.payouts.get({ id })).attempts).toMatchObject([{ fee: 1.84 }])
  expect((await dana.api.transactions.get({ id: submissionId })).status).toBe('completed')
})

test('that PayPal does not know a payout takes two colleagues; then it is ready again', async () => {
  const { site, fay, id, user } = await openUnknown()
  await using _ = site
  const boss = await site.app.staff()
  await pressButton(user, /^PayPal does not know it/)
  const dialog = await findDialog('PayPal does not know it')
  await user.click(dialog.getByRole('button', { name: 'Not sent' }))
  expect((await newestPayout(fay, id)).unpaidReportedBy).toBeUndefined()
  await user.click(dialog.getByRole('checkbox'))
  await user.click(dialog.getByRole('button', { name: 'Not sent' }))
  await waitFor(async () => expect(await findPayout(id)).toHaveTextContent('You said that PayPal does not know it.'))
  expect(screen.queryByRole('button', { name: /does not know it/ })).toBeNull()
  const other = await site.visit('/admin/payouts?show=attention', { as: boss })
  await pressButton(other, /^Confirm that PayPal does not know it/)
  const second = await findDialog('PayPal does not know it')
  await other.click(second.getByRole('checkbox'))
  await other.click(second.getByRole('button', { name: 'Not sent' }))
  await screen.findByRole('heading', { name: 'No payout needs attention.' })
  expect((await newestPayout(fay, id)).state).toBe('ready')
})

/** The page of all payouts, with one that PayPal has accepted and then calls `status`. */
async function openAccepted(status: 'SUCCESS' | 'UNCLAIMED') {
  const opened = await openPayPalPayouts()
  const { site, fake, fay, id } = opened
  await fay.api.payouts.sendNow({ ids: [id] })
  await doPayPalWork(site.app)
  await fake.setStatus(id, status)
  site.passTime(10_000)
  await doPayPalWork(site.app)
  const user = await site.visit('/admin/payouts?show=all', { as: fay })
  return { ...opened, user }
}

test('an unclaimed payout is canceled at PayPal with a reason, and is owed again', async () => {
  const { site, fay, id, user } = await openAccepted('UNCLAIMED')
  await using _ = site
  await pressButton(user, /^Cancel at PayPal/)
  const dialog = await findDialog('Cancel at PayPal')
  await user.click(dialog.getByRole('button', { name: 'Cancel at PayPal' }))
  expect(dialog.getByText('Enter why.')).toBeVisible()
  await fill(user, { Why: 'Dana mistyped the address.' })
  await user.click(dialog.getByRole('button', { name: 'Cancel at PayPal' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await doPayPalWork(site.app)
  await waitFor(async () => expect(await findPayout(id)).toHaveTextContent('$92.00 is still owed.'))
  expect(screen.queryByRole('button', { name: /^Cancel at PayPal/ })).toBeNull()
  expect((await newestPayout(fay, id)).state).toBe('returned')
})

test('the fee of a paid payout is corrected with a reason; only PayPal has one', async () => {
  const { site, fay, id, user } = await openAccepted('SUCCESS')
  await using _ = site
  expect(screen.queryByRole('button', { name: /^Cancel at PayPal/ })).toBeNull()
  await pressButton(user, /^Correct fee/)
  const dialog = await findDialog('Correct fee')
  await fill(user, { 'Fee at PayPal': 'a lot', Why: 'As the statement says.' })
  await user.click(dialog.getByRole('button', { name: 'Correct fee' }))
  expect(dialog.getByText(payoutMessages.badFee)).toBeVisible()
  await fill(user, { 'Fee at PayPal': '1.84' })
  await user.click(dialog.getByRole('button', { name: 'Correct fee' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(payoutMessages.sameFee)
  await fill(user, { 'Fee at PayPal': '2.50' })
  await user.click(dialog.getByRole('button', { name: 'Correct fee' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await fay.api.payouts.get({ id })).attempts).toMatchObject([{ fee: 2.5 }])
})

test("PayPal's balance is beside what is ready, and a notice says what it lacks", async () => {
  const { site, fay } = await openPayPalPayouts()
  await using _ = site
  const fake = await connectFakePayPal(site.app)
  const opening = 100_000_000
  await fake.set({ openingBalanceCents: opening })
  const { balanceCents } = await fake.books()
  await fake.set({ openingBalanceCents: opening - balanceCents + 9050 })
  await site.visit('/admin/payouts', { as: fay })
  const paypal = within(await screen.findByRole('region', { name: 'PayPal' }))
  expect(await paypal.findByText(/short of the payouts that are ready/)).toHaveTextContent(
    "PayPal's balance is $1.50 short",
  )
  expect(screen.getByRole('region', { name: 'PayPal' })).toHaveTextContent('PayPal has $90.50')
  await fake.set({ openingBalanceCents: opening })
})

test("the page works while PayPal's balance is not available", async () => {
  const { site, fay, id } = await openPayPalPayouts()
  await using _ = site
  const fake = await connectFakePayPal(site.app)
  await fake.set({ reporting: false })
  await site.visit('/admin/payouts', { as: fay })
  expect(await screen.findByText("PayPal's balance is not available.")).toBeVisible()
  await findPayout(id)
  await fake.set({ reporting: true })
})
