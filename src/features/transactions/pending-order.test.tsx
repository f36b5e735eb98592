import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, vi } from 'vitest'
import { aPng, files } from '#client/test-support/component/exchange.ts'
import { openSite, type Site } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { expectToast } from '#client/test-support/component/toast.ts'
import { anUpload, aSubmission } from '#server/testing/test-support/factories.ts'
import { aBoughtCard, itemOf } from '#server/testing/test-support/inventory.ts'
import { changeReviews } from '#server/testing/test-support/reviews-policy.ts'
import { markDueOrders } from '#server/tracking/mark-overdue.ts'
import { measureTimes } from '#server/tracking/measure-times.ts'
import { withdrawalMessages } from '#shared/withdrawal.ts'

const findDialog = async () => within(await screen.findByRole('dialog'))
const status = () => screen.getByText('Status:').parentElement
const sent = () => within(screen.getByRole('region', { name: 'Photos you sent' }))
const timeline = () => screen.getByRole('region', { name: 'Timeline' })

/** Asserts that the dialog offers nothing else, and that the keyboard is at its button. */
async function expectOnlyClose(dialog: Awaited<ReturnType<typeof findDialog>>) {
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Withdraw order' })).toBeNull())
  expect(dialog.queryByRole('button', { name: 'Keep the order' })).toBeNull()
  expect(dialog.getAllByRole('button', { name: 'Close' }).at(-1)).toHaveFocus()
}

async function openPending(site: Site) {
  const dana = await site.app.customer()
  const fileIds = [await anUpload(site.app, dana), await anUpload(site.app, dana, 'back.png')]
  const id = await aSubmission(site.app, dana, { fileIds })
  const user = await site.visit(`/transactions/${id}`, { as: dana })
  const withdraw = await screen.findByRole('button', { name: 'Withdraw this order' })
  return { dana, id, user, withdraw, boss: await site.app.staff() }
}

test('a pending order is withdrawn after a question, and says so in place of a rejection', async ({ site }) => {
  const { dana, id, user, withdraw } = await openPending(site)
  await user.click(withdraw)
  const dialog = await findDialog()
  await user.click(dialog.getByRole('button', { name: 'Keep the order' }))
  expect(status()).toHaveTextContent('Status: Pending')
  await user.click(withdraw)
  await user.click((await findDialog()).getByRole('button', { name: 'Withdraw order' }))
  await waitFor(() => expect(status()).toHaveTextContent('Status: Withdrawn'))
  await expectToast('Order withdrawn')
  await waitFor(() => expect(status()).toHaveFocus())
  expect(document.body).not.toHaveTextContent('Rejected')
  expect(screen.getByRole('region', { name: 'Next step' })).toHaveTextContent('You took this order back.')
  expect(screen.getByRole('link', { name: 'Sell this card again' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Withdraw this order' })).toBeNull()
  expect(timeline()).toHaveTextContent(/Withdrawn.*You, /)
  expect(await dana.api.transactions.list()).toMatchObject([{ id, status: 'rejected' }])
})

test('the question of a withdrawal names the money that its customer gives up', async ({ site }) => {
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  const id = await aBoughtCard(site.app, dana, boss)
  const { payout_id } = await itemOf(site.app.ctx.db, id)
  const { version } = await boss.api.payouts.get({ id: payout_id })
  await boss.api.payouts.recordReturn({ id: payout_id, version, code: 'bank' })
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'pending' })
  const user = await site.visit(`/transactions/${id}`, { as: dana })
  await user.click(await screen.findByRole('button', { name: 'Withdraw this order' }))
  const dialog = await findDialog()
  expect(dialog.getByText(/you give up the \$92\.00 that we still owe you for this order\./)).toBeTruthy()
})

test('a decision that came first wins: the dialog says so, and the page shows the new status', async ({ site }) => {
  const { id, user, withdraw, boss } = await openPending(site)
  await user.click(withdraw)
  const dialog = await findDialog()
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'processing' })
  await user.click(dialog.getByRole('button', { name: 'Withdraw order' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(withdrawalMessages.tooLate)
  await waitFor(() => expect(status()).toHaveTextContent('Status: Processing'))
  await expectOnlyClose(dialog)
})

test('while a reviewer checks the order, the dialog says so and can be tried again', async ({ site }) => {
  const { id, user, withdraw, boss } = await openPending(site)
  await user.click(withdraw)
  const dialog = await findDialog()
  await boss.api.admin.review.takeOver({ submissionId: id })
  await user.click(dialog.getByRole('button', { name: 'Withdraw order' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(withdrawalMessages.beingChecked)
  expect(dialog.getByRole('button', { name: 'Withdraw order' })).toBeEnabled()
  expect(status()).toHaveTextContent('Status: Pending')
})

test('after a lost answer the page shows the withdrawal, and a second press says that it is made', async ({ site }) => {
  const { user, withdraw } = await openPending(site)
  await user.click(withdraw)
  const dialog = await findDialog()
  const endOutage = site.network.loseResponses('transactions.withdraw')
  await user.click(dialog.getByRole('button', { name: 'Withdraw order' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    "We couldn't reach the server. Look at the status of the order before you try again.",
  )
  await waitFor(() => expect(status()).toHaveTextContent('Status: Withdrawn'))
  endOutage()
  await user.click(dialog.getByRole('button', { name: 'Withdraw order' }))
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent(withdrawalMessages.isWithdrawn))
})

test('a stale page says that the order is withdrawn already, and shows so', async ({ site }) => {
  const { dana, id, user, withdraw } = await openPending(site)
  await user.click(withdraw)
  const dialog = await findDialog()
  await dana.api.transactions.withdraw({ id })
  await user.click(dialog.getByRole('button', { name: 'Withdraw order' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(withdrawalMessages.isWithdrawn)
  await waitFor(() => expect(status()).toHaveTextContent('Status: Withdrawn'))
  await expectOnlyClose(dialog)
})

test('a photo of a pending order is replaced, and the order keeps the others', async ({ site }) => {
  const { user } = await openPending(site)
  await user.click(sent().getByRole('button', { name: /^Replace ?front\.png$/ }))
  const dialog = await findDialog()
  const replace = dialog.getByRole('button', { name: 'Replace photo' })
  expect(replace).toHaveAccessibleDescription('Choose a photo first')
  await user.upload(dialog.getByLabelText('Gift card photos'), aPng('sharp.png'))
  await waitFor(() => expect(files()).toEqual([expect.stringMatching(/^sharp\.png.*Uploaded/)]))
  await user.click(replace)
  await expectToast('Photo replaced')
  const names = () =>
    sent()
      .getAllByRole('link')
      .map(({ textContent }) => textContent?.split(' ')[0])
  await waitFor(() => expect(names()).toEqual(['sharp.png', 'back.png']))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(timeline()).toHaveTextContent('Photo replaced')
})

test('a decided order offers neither', async ({ site }) => {
  const { id, boss } = await openPending(site)
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'processing' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw this order' })).toBeNull())
  expect(sent().queryByRole('button', { name: /^Replace/ })).toBeNull()
})

const MINUTE_MS = 60_000

/** What the page does every 30 seconds. Fake timers would also stop the signs of life of its socket. */
function everyHalfMinute(): (() => void)[] {
  const actions: (() => void)[] = []
  const { setInterval } = globalThis
  vi.stubGlobal('setInterval', (action: () => void, ms: number) => {
    if (ms === 30_000) actions.push(action)
    return setInterval(action, ms)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return actions
}

test('the place in line moves up within half a minute of a decision on the order of another customer', async () => {
  const actions = everyHalfMinute()
  await using site = await openSite()
  const { app } = site
  const [other, dana, boss] = [await app.customer(), await app.customer(), await app.staff()]
  const ids: string[] = []
  for (const customer of [other, other, dana]) {
    ids.push(await aSubmission(app, customer))
    app.clock.advance(1000)
  }
  const [first = '', , own = ''] = ids
  await site.visit(`/transactions/${own}`, { as: dana })
  expect(await screen.findByText('You are number 3 in line.')).toBeVisible()
  await waitFor(() => expect(actions).not.toEqual([]))
  await boss.api.admin.submissions.setStatus({ submissionId: first, status: 'completed' })
  await waitFor(() => {
    // A read that began before the decision takes the place of one that begins during it.
    for (const action of [...actions]) action()
    expect(screen.getByText('You are number 2 in line.')).toBeVisible()
  })
})

test('an order shows what was measured of its brand, and that a reviewer is checking it', async ({ site, app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeReviews(app, boss, { leastSamples: 1 })
  const decided = await aSubmission(app, dana)
  app.clock.advance(12 * MINUTE_MS)
  await boss.api.admin.submissions.setStatus({ submissionId: decided, status: 'completed' })
  await measureTimes(app.ctx)
  const id = await aSubmission(app, dana)
  await boss.api.admin.review.takeOver({ submissionId: id })
  await site.visit(`/transactions/${id}`, { as: dana })
  expect(await screen.findByText('A reviewer is checking it now.')).toBeVisible()
  expect(
    screen.getByText(/^Apple cards are usually decided within 12 minutes, 9 of 10 within 12 minutes \(the last 1\)\./),
  ).toBeVisible()
  expect(screen.getByRole('region', { name: 'Next step' })).not.toHaveTextContent('5 to 15 minutes')
})

test('an overdue order says so at once, and can be withdrawn while it is processing', async ({ site, app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const id = await aSubmission(app, dana)
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'processing' })
  await site.visit(`/transactions/${id}`, { as: dana })
  expect(await screen.findByText('You are next in line.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Withdraw this order' })).toBeNull()
  app.clock.advance(61 * MINUTE_MS)
  await markDueOrders(app.ctx)
  expect(await screen.findByText(/This takes longer than we promise\. Our team has been notified\./)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Withdraw this order' })).toBeVisible())
})

test('an approved order says how long payouts of its method take', async ({ site, app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeReviews(app, boss, { leastSamples: 1 })
  const { payout } = await boss.api.admin.review.approve({ submissionId: await aSubmission(app, dana) })
  app.clock.advance(6 * MINUTE_MS)
  const id = payout?.id ?? ''
  const begun = await boss.api.payouts.begin({ id, version: (await boss.api.payouts.get({ id })).version })
  await boss.api.payouts.markSent({ id, version: begun.payout.version, reference: 'CA-1' })
  await measureTimes(app.ctx)
  const order = await aSubmission(app, dana)
  await boss.api.admin.review.approve({ submissionId: order })
  await site.visit(`/transactions/${order}`, { as: dana })
  expect(await screen.findByText('Cash App payouts usually leave within 6 minutes (the last 1).')).toBeVisible()
})
