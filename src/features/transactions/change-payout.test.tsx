import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite, type Site } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { releaseAll, worksAlone } from '#server/testing/test-support/controls.ts'
import { aPaymentMethod, aSubmission } from '#server/testing/test-support/factories.ts'
import { connectFakePayPal } from '#server/testing/test-support/fake-paypal/connect-fake-paypal.ts'
import { anApproval, toPayPal } from '#server/testing/test-support/payouts.ts'
import { doPayPalWork } from '#server/testing/test-support/paypal-work.ts'
import { customerPassword, type Person } from '#server/testing/test-support/test-app.ts'
import { accountProblems } from '#shared/account.ts'
import { paymentMethodMessages } from '#shared/payment-method.ts'
import { payoutMessages } from '#shared/payout.ts'

const choice = 'Choose another way to be paid'
const money = () => screen.findByRole('region', { name: 'Your money' })
const findDialog = async () => within(await screen.findByRole('dialog', { name: choice }))

/** The page of an order whose payout came back, opened by its customer. */
async function openReturned(site: Site, prepare?: (dana: Person) => Promise<void>) {
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  await prepare?.(dana)
  const { submissionId, payoutId: id } = await anApproval(site.app, dana, boss)
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  const paid = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  const { version } = await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  const user = await site.visit(`/transactions/${submissionId}`, { as: dana })
  expect(await money()).toHaveTextContent('The payout of $92.00 came back.')
  expect(screen.getByRole('region', { name: 'Next step' })).toHaveTextContent('Choose another way to be paid above.')
  await user.click(screen.getByRole('button', { name: choice }))
  return { dana, boss, user, submissionId, id, version, dialog: await findDialog() }
}

test('a customer whose payout came back chooses another way to be paid, and the order goes on', async ({ site }) => {
  const { boss, user, submissionId, dialog } = await openReturned(site)
  await user.click(dialog.getByRole('button', { name: 'Pay me this way' }))
  expect(dialog.getByText(paymentMethodMessages.incomplete)).toBeVisible()
  await user.selectOptions(dialog.getByLabelText('Payment Method'), 'PayPal')
  await fill(user, { 'PayPal Email': 'dana.new@mail.example', 'Current Password': customerPassword })
  await user.click(dialog.getByRole('button', { name: 'Pay me this way' }))
  await waitFor(async () =>
    expect(await money()).toHaveTextContent(
      /^Your moneyApproved, and waiting for a second look\. Your password, .* this payout waits for a while\./,
    ),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: choice })).toBeNull()
  expect(screen.getByText('Status:').parentElement).toHaveTextContent('Processing')
  const { data } = await boss.api.payouts.list({ search: submissionId, state: 'held' })
  expect(data).toMatchObject([
    {
      method: 'paypal',
      amount: 92,
      holds: expect.arrayContaining([expect.objectContaining({ kind: 'account-changed' })]),
    },
  ])
})

test('a payout that was refused at once does not say that it came back, and its button precedes every word about support', async () => {
  await using site = await openSite()
  await connectFakePayPal(site.app)
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  const { submissionId, payoutId } = await anApproval(site.app, dana, boss, toPayPal('failed@mail.example'))
  await boss.api.payouts.sendNow({ ids: [payoutId] })
  await doPayPalWork(site.app)
  site.passTime(10_000)
  await doPayPalWork(site.app)
  const user = await site.visit(`/transactions/${submissionId}`, { as: dana })
  expect(await money()).toHaveTextContent('The payout of $92.00 could not be paid.')
  expect(await money()).not.toHaveTextContent(/Sent|reference/)
  const page = screen.getByRole('main')
  expect(screen.getByText('Status:').parentElement).toHaveTextContent('Payout not paid')
  expect(page).not.toHaveTextContent(/came back|returned/i)
  const text = page.textContent ?? ''
  expect(text.indexOf(choice)).toBeGreaterThan(0)
  expect(text.search(/contact (us|support)/i)).toBeGreaterThan(text.indexOf(choice))
  screen.getByRole('button', { name: choice }).focus()
  await user.tab()
  expect(screen.getByRole('link', { name: 'Contact support' })).toHaveFocus()
})

test('a customer is paid to a saved method instead', async ({ site }) => {
  const { dana, user, dialog } = await openReturned(site, async (dana) => {
    await aPaymentMethod(dana, { type: 'paypal', details: 'dana.new@mail.example' })
  })
  await user.selectOptions(await dialog.findByLabelText('Pay to'), 'PayPal: dana.new@mail.example')
  expect(dialog.queryByLabelText('Payment Method')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Pay me this way' }))
  expect(dialog.getByText(accountProblems.passwordForDestination.message)).toBeVisible()
  await fill(user, { 'Current Password': customerPassword })
  await user.click(dialog.getByRole('button', { name: 'Pay me this way' }))
  await waitFor(async () => expect(await money()).toHaveTextContent('this payout waits for a while.'))
  expect((await dana.api.account.paymentMethods())[0]?.lastUsedAt).not.toBeNull()
})

test('a choice that comes too late says so, and the page shows the order as it is', async ({ site }) => {
  const { boss, user, id, version, dialog } = await openReturned(site)
  await user.selectOptions(dialog.getByLabelText('Payment Method'), 'Cash App')
  await fill(user, { 'Cash App Tag': '$dana_new', 'Current Password': customerPassword })
  const release = site.network.hold('transactions.get')
  await worksAlone(site.app)
  await boss.api.payouts.closeDebt({ id, version, note: 'The card was empty.' })
  await releaseAll(boss)
  await user.click(dialog.getByRole('button', { name: 'Pay me this way' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(payoutMessages.notReturned)
  release()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: choice })).toBeNull())
})

test('a customer whom PayPal waits for reads until when', async ({ site }) => {
  await connectFakePayPal(site.app)
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  const { submissionId, payoutId } = await anApproval(site.app, dana, boss, toPayPal('unclaimed@mail.example'))
  await site.visit(`/transactions/${submissionId}`, { as: dana })
  await boss.api.payouts.sendNow({ ids: [payoutId] })
  await doPayPalWork(site.app)
  site.passTime(10_000)
  await doPayPalWork(site.app)
  await waitFor(async () =>
    expect(await money()).toHaveTextContent(
      /PayPal holds \$92\.00 for you\..*PayPal waits until .*20\d\d.* After that/,
    ),
  )
})

test('the customer follows the money from the approval to the reference, without a reload', async ({ site }) => {
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  const { submissionId, payoutId: id } = await anApproval(site.app, dana, boss)
  await site.visit(`/transactions/${submissionId}`, { as: dana })
  expect(await money()).toHaveTextContent('Approved. $92.00 goes to Cash App $da…r next.')
  expect(screen.getByRole('article')).toHaveTextContent('$92.00approved, we pay it next')
  const next = screen.getByRole('region', { name: 'Next step' })
  expect((await money()).compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getAllByText('Approved').length).toBeGreaterThan(0)
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  await waitFor(async () => expect(await money()).toHaveTextContent('$92.00 is being paid to Cash App $da…r.'))
  const paid = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  await waitFor(async () =>
    expect(await money()).toHaveTextContent(/\$92\.00 was paid to .*Sent .*, reference CA-1\.$/),
  )
  const receipt = screen.getByRole('article')
  expect(receipt).toHaveTextContent(/PayeeDana Reyes.*Paid.*20\d\d.*ReferenceCA-1/)
  await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  await waitFor(async () => expect(await money()).toHaveTextContent('The payout of $92.00 came back.'))
  expect(receipt).not.toHaveTextContent('CA-1')
})

test('an order without a payout has no section about money', async ({ site, customer: dana, staff: boss }) => {
  const { submissionId, payoutId: id } = await anApproval(site.app, dana, boss)
  await boss.api.payouts.cancel({ id, version: 1, note: 'The card is stolen.' })
  await site.visit(`/transactions/${submissionId}`, { as: dana })
  await screen.findByRole('region', { name: 'Next step' })
  expect(screen.queryByRole('region', { name: 'Your money' })).toBeNull()
})

test('a payout that waits because the account was changed says until when', async ({ site }) => {
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  const changed = { security_changed_at: site.app.clock.now().toISOString() }
  await site.app.ctx.db.updateTable('users').set(changed).where('id', '=', dana.id).execute()
  const { submissionId } = await anApproval(site.app, dana, boss)
  await site.visit(`/transactions/${submissionId}`, { as: dana })
  expect(await money()).toHaveTextContent(/To protect you, this payout waits for a while\.It waits until .*20\d\d/)
})

test('a held payout waits for a second look on its page and in both lists, and is never on its way', async () => {
  await using site = await openSite()
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  const { submissionId, payoutId: id } = await anApproval(site.app, dana, boss)
  await boss.api.payouts.hold({ id, version: 1, note: 'The card looks odd.' })
  await site.visit(`/transactions/${submissionId}`, { as: dana })
  expect(await money()).toHaveTextContent(/^Your moneyApproved, and waiting for a second look\./)
  expect(screen.getByRole('article')).toHaveTextContent('$92.00waiting for a second look')
  expect(screen.getByRole('region', { name: 'Next step' })).toHaveTextContent('We take a second look at the payout')
  expect(screen.getByRole('region', { name: 'Timeline' })).toHaveTextContent('Paid, after a second look')
  expect(document.body).not.toHaveTextContent(/on its way|15 to 60 minutes/)

  for (const _ of Array(3)) await aSubmission(site.app, dana)
  await site.visit('/transactions', { as: dana })
  const row = (await screen.findByText(submissionId)).closest('li') as HTMLElement
  expect(row).toHaveTextContent('ProcessingWaiting for a second look')
})

test('the list shows the stage of an approved order beside its status', async ({ site }) => {
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  await anApproval(site.app, dana, boss)
  await site.visit('/transactions', { as: dana })
  const order = await screen.findByRole('article')
  expect(within(order).getByText('Processing')).toBeVisible()
  expect(within(order).getByText('Approved')).toBeVisible()
})
