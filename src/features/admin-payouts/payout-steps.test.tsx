import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite, type Site } from '#client/test-support/component/open-site.tsx'
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
import { releaseAll, setControls } from '#server/testing/test-support/controls.ts'
import { anApproval } from '#server/testing/test-support/payouts.ts'
import type { Person } from '#server/testing/test-support/test-app.ts'
import { controlsMessages } from '#shared/controls.ts'
import { payoutMessages } from '#shared/payout.ts'
import { policyDefaults } from '#shared/policy.ts'

test('paying by hand shows the destination, asks for the reference, and the payout is done', async () => {
  const { site, dana, fay, id, submissionId } = await openPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await pressButton(user, new RegExp(`^Pay by hand.*${id}`))
  const dialog = await findDialog('Pay $92.00 by hand')
  expect(dialog.getByText('$dana_r')).toBeVisible()
  expect(dialog.getAllByRole('button', { name: /^Copy/ })).toHaveLength(3)
  await user.click(dialog.getByRole('button', { name: 'Mark as sent' }))
  await dialog.findByText(payoutMessages.referenceMissing)
  await fill(user, { 'Reference of the payment': 'CA-1' })
  await user.click(dialog.getByRole('button', { name: 'Mark as sent' }))
  await expectToast('$92.00 is marked as sent.')
  await screen.findByRole('heading', { name: 'No payouts are ready.' })
  await choosePayouts(user, 'Done')
  expect(await findPayout(id)).toHaveTextContent('Paid')
  expect(await dana.api.transactions.get({ id: submissionId })).toMatchObject({ status: 'completed' })
  await waitFor(() => expect(document.title).toMatch(/^Payouts/))
})

test('who has not paid puts the payout back from its dialog, or from its row after a confirmation', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await pressButton(user, new RegExp(`^Pay by hand.*${id}`))
  await user.click((await findDialog('Pay $92.00 by hand')).getByRole('button', { name: 'Not sent, put it back' }))
  await expectToast('$92.00 is ready again.')
  expect((await newestPayout(fay, id)).state).toBe('ready')
  await beginElsewhere(fay, id)
  await choosePayouts(user, 'Being sent')
  await pressButton(user, /^Not sent, put it back/)
  const dialog = await findDialog('Not sent, put it back')
  const notPaid = dialog.getByRole('button', { name: 'Not paid' })
  await user.click(notPaid)
  expect((await newestPayout(fay, id)).state).toBe('sending')
  await user.click(dialog.getByLabelText('I am sure that no money left'))
  await user.click(notPaid)
  await screen.findByRole('heading', { name: 'No payout is being sent.' })
  expect((await newestPayout(fay, id)).state).toBe('ready')
})

test('a payment that did not end needs attention, and two colleagues to give it back', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const [boss, faith] = [await site.app.staff(), await site.app.colleague('finance')]
  await beginElsewhere(fay, id)
  site.passTime((policyDefaults.payouts.stuckMinutes + 1) * 60_000)
  const user = await site.visit('/admin/payouts?show=attention', { as: boss })
  expect(await findPayout(id)).toHaveTextContent(/finance \d+ began to pay this on .*, and the result is missing\./)
  await pressButton(user, /^Not paid, says finance/)
  const dialog = await findDialog(/^Not paid, says finance/)
  await user.click(dialog.getByLabelText('I am sure that no money left'))
  await user.click(dialog.getByRole('button', { name: 'Not paid' }))
  await waitFor(async () =>
    expect(await findPayout(id)).toHaveTextContent(/You said that finance \d+ has not paid it\./),
  )
  expect(screen.queryByRole('button', { name: /^Not paid, says/ })).toBeNull()
  const other = await site.visit('/admin/payouts?show=attention', { as: faith })
  await pressButton(other, /^Confirm that finance \d+ has not paid/)
  const second = await findDialog(/^Not paid, says finance/)
  await other.click(second.getByLabelText('I am sure that no money left'))
  await other.click(second.getByRole('button', { name: 'Not paid' }))
  await screen.findByRole('heading', { name: 'No payout needs attention.' })
  expect((await newestPayout(faith, id)).state).toBe('ready')
})

test('a hold names its reason until a colleague lifts it', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await pressButton(user, new RegExp(`^Hold.*${id}`))
  const dialog = await findDialog('Hold payout')
  await user.click(dialog.getByRole('button', { name: 'Hold payout' }))
  expect(dialog.getByText('Enter why.')).toBeVisible()
  await fill(user, { Why: 'Ask the brand.' })
  await user.click(dialog.getByRole('button', { name: 'Hold payout' }))
  await screen.findByRole('heading', { name: 'No payouts are ready.' })
  await choosePayouts(user, 'Held')
  expect(await findPayout(id)).toHaveTextContent('Held by a colleague: Ask the brand.')
  await pressButton(user, /^Lift hold/)
  await user.click((await findDialog('Lift hold')).getByRole('button', { name: 'Lift hold' }))
  await screen.findByRole('heading', { name: 'No payout is held.' })
  expect((await newestPayout(fay, id)).state).toBe('ready')
})

/** Payouts from $92.00 need a second person. */
async function needSecondPerson(site: Site): Promise<Person> {
  const boss = await site.app.staff()
  await setControls(site.app, { secondPersonFrom: 9_200, worksAlone: true })
  return boss
}

test('a second person releases a payout; who is alone repeats the amount', async () => {
  await using site = await openSite()
  const boss = await needSecondPerson(site)
  const { payoutId: id } = await anApproval(site.app, await site.app.customer(), boss)
  const user = await site.visit('/admin/payouts?show=held', { as: boss })
  expect(await findPayout(id)).toHaveTextContent('Needs a second person.')
  await pressButton(user, /^Release/)
  const dialog = await findDialog('Release payout')
  const release = () => user.click(dialog.getByRole('button', { name: 'Release' }))
  await release()
  await dialog.findByText(controlsMessages.typeAmount)
  expect(dialog.getByLabelText('Amount')).toHaveFocus()
  await fill(user, { Amount: '91' })
  await release()
  await dialog.findByText(controlsMessages.typeAmount)
  await fill(user, { Amount: '$92.00' })
  await release()
  await expectToast('$92.00 is released.')
  expect((await newestPayout(boss, id)).state).toBe('ready')
})

test('the person who approved a payout cannot release it while someone else can', async () => {
  await using site = await openSite()
  const boss = await needSecondPerson(site)
  await site.app.colleague('finance')
  await anApproval(site.app, await site.app.customer(), boss)
  const user = await site.visit('/admin/payouts?show=held', { as: boss })
  await pressButton(user, /^Release/)
  const dialog = await findDialog('Release payout')
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(controlsMessages.ownAct)
})

test('a payout is canceled with a reason', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await pressButton(user, new RegExp(`^Cancel.*${id}`))
  const dialog = await findDialog('Cancel payout')
  await fill(user, { Why: 'The card is stolen.' })
  await user.click(dialog.getByRole('button', { name: 'Cancel payout' }))
  await screen.findByRole('heading', { name: 'No payouts are ready.' })
  expect(await newestPayout(fay, id)).toMatchObject({ state: 'canceled', failureMessage: 'The card is stolen.' })
})

test('a return shows what the customer will read, and its debt can be closed', async () => {
  const { site, dana, fay, id, submissionId } = await openPayouts()
  await using _ = site
  await beginElsewhere(fay, id)
  const { version } = await newestPayout(fay, id)
  await fay.api.payouts.markSent({ id, version, reference: 'CA-1' })
  const user = await site.visit(`/admin/payouts?search=${id}`, { as: fay })
  await pressButton(user, /^Record return/)
  const dialog = await findDialog('Record return')
  await user.selectOptions(dialog.getByLabelText('Why it came back'), 'The name on the account differs')
  const reason = 'The name on the payment account differs from yours.'
  expect(dialog.getByText(new RegExp(reason))).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Record return' }))
  expect(await dialog.findByText('Enter the reference of the payment.')).toBeVisible()
  await fill(user, { 'Money that came in': '90', 'Reference of the money that came in': 'RET-5' })
  await user.click(dialog.getByRole('button', { name: 'Record return' }))
  await waitFor(async () => expect(await findPayout(id)).toHaveTextContent('$92.00 is still owed.'))
  const { status, statusReason } = await dana.api.transactions.get({ id: submissionId })
  expect([status, statusReason]).toEqual(['failed', expect.stringContaining(reason)])
  const other = await site.visit(`/admin/payouts?search=${id}`, { as: await site.app.staff() })
  await pressButton(other, /^Close debt/)
  const debt = await findDialog('Close debt')
  await fill(other, { Why: 'The card was empty.' })
  await other.click(debt.getByRole('button', { name: 'Close debt' }))
  await expectToast('Waits for a second person')
  expect(await releaseAll(fay)).toEqual(['released'])
  await waitFor(async () => expect(await findPayout(id)).not.toHaveTextContent('is still owed'))
})
