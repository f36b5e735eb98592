import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import {
  beginElsewhere,
  findDialog,
  findPayout,
  newestPayout,
  openPayouts,
  pressButton,
} from '#client/test-support/component/payouts-screen.ts'
import { expectToast } from '#client/test-support/component/toast.ts'
import { anApproval, toBank } from '#server/testing/test-support/payouts.ts'
import { payoutMessages } from '#shared/payout.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'

const bank = { ...toBank } as Partial<SubmitInput>

/** A site with two ready bank payouts and one to Cash App. */
async function openBankPayouts() {
  const opened = await openPayouts(bank)
  const { site, dana, reviewer } = opened
  const second = await anApproval(site.app, dana, reviewer, { ...bank, cardNumber: 'OTHER CARD 1234' })
  const cash = await anApproval(site.app, dana, reviewer, { cardNumber: 'THIRD CARD 1234' })
  return { ...opened, second: second.payoutId, cash: cash.payoutId }
}

test('chosen payouts are paid with a file: the others are named, and its payouts are marked as sent', async () => {
  const { site, fay, id, second, cash } = await openBankPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await findPayout(cash)
  // From the first to the last with Shift, in the order of the list.
  const [first, , last] = screen.getAllByRole('checkbox', { name: /^Choose PO-/ })
  await user.click(first as HTMLElement)
  await user.keyboard('{Shift>}')
  await user.click(last as HTMLElement)
  await user.keyboard('{/Shift}')
  expect(screen.getByLabelText('All 3 ready payouts of this page')).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Pay 3 with a file, $276.00...' }))
  const dialog = await findDialog('Pay with a file')
  expect(dialog.getByRole('region', { name: 'Left out' })).toHaveTextContent(cash)
  expect(dialog.getByText(/2 payouts, \$184\.00 will go into this file/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Make the file' }))
  const made = await findDialog('The file is downloaded')
  expect(made.getByRole('region', { name: 'Left out' })).toHaveTextContent('This payout goes to Cash App.')
  await user.click(made.getByRole('button', { name: 'Go to the file' }))

  const file = within(await screen.findByRole('region', { name: /^File PF-/ }))
  await user.click(file.getByRole('button', { name: 'Mark all 2 as sent, $184.00' }))
  expect(await file.findByText('Enter the reference of the payment.')).toBeVisible()
  const one = within(file.getByRole('form', { name: `Mark ${second} as sent` }))
  await user.type(one.getByLabelText('Reference of the payment'), 'W-2{Enter}')
  await expectToast('$92.00 is marked as sent.')
  await waitFor(() => expect(file.queryByRole('form', { name: `Mark ${second} as sent` })).toBeNull())
  await fill(user, { 'Reference of the payment': 'W-1' })
  await user.keyboard('{Enter}')
  await file.findByText('No payout of this file is being sent any more.')
  expect(await newestPayout(fay, id)).toMatchObject({ state: 'paid', reference: 'W-1' })
  expect(await newestPayout(fay, second)).toMatchObject({ state: 'paid', reference: 'W-2' })
  expect((await newestPayout(fay, cash)).state).toBe('ready')
})

test('a file is put back as a whole after a confirmation, and the list of files says so', async () => {
  const { site, fay, id, second } = await openBankPayouts()
  await using _ = site
  const payouts = await Promise.all([id, second].map((each) => newestPayout(fay, each)))
  const { file } = await fay.api.payouts.makeFile({ format: 'bank', payouts })
  const user = await site.visit('/admin/payouts?show=files', { as: fay })
  await user.click(await screen.findByRole('link', { name: file.id }))
  await user.click(await screen.findByRole('button', { name: 'Put all 2 back...' }))
  const dialog = await findDialog('Put 2 payouts back')
  await user.click(dialog.getByLabelText('I am sure that no money left'))
  await user.click(dialog.getByRole('button', { name: 'Put back' }))
  await expectToast('2 payouts put back.')
  await screen.findByText('No payout of this file is being sent any more.')
  await user.click(screen.getByRole('link', { name: 'All files' }))
  const table = await screen.findByRole('table', { name: 'Payment files, newest first' })
  expect(table).toHaveTextContent('$184.00 (2)')
  expect((await newestPayout(fay, id)).state).toBe('ready')
})

test('a colleague sees whose file it is and cannot mark it as sent', async () => {
  const { site, fay, id } = await openBankPayouts()
  await using _ = site
  const { file } = await fay.api.payouts.makeFile({ format: 'bank', payouts: [await newestPayout(fay, id)] })
  await site.visit(`/admin/payouts?show=files&file=${file.id}`, { as: await site.app.staff() })
  await screen.findByText(/pays these payouts\. Only they can mark them as sent\./)
  expect(screen.queryByRole('button', { name: /Mark/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download again' })).toBeNull()
  expect(screen.getByRole('button', { name: /^Not paid, says finance/ })).toBeVisible()
})

/** The page of payouts with the details of one that was paid by hand as 'CA-1'. */
async function openPaid() {
  const { site, fay, dana, id, submissionId } = await openPayouts()
  await beginElsewhere(fay, id)
  const { version } = await newestPayout(fay, id)
  await fay.api.payouts.markSent({ id, version, reference: 'CA-1' })
  const user = await site.visit('/admin/payouts?search=ca-1', { as: fay })
  const article = await findPayout(id)
  await user.click(article)
  await user.keyboard('{Enter}')
  return { site, fay, dana, id, submissionId, user, article }
}

test('a payout is found by its reference, which is corrected in its details with the keyboard', async () => {
  const { site, fay, dana, id, submissionId, user, article } = await openPaid()
  await using _ = site
  expect(article).toHaveTextContent('ReferenceCA-1')
  await pressButton(user, new RegExp(`^Correct reference.*${id}`))
  const dialog = await findDialog('Correct reference')
  const field = dialog.getByLabelText('Reference of the payment')
  expect(field).toHaveFocus()
  expect(field).toHaveValue('CA-1')
  await user.keyboard('{Enter}')
  expect(dialog.getByText(payoutMessages.sameReference)).toBeVisible()
  await user.clear(field)
  await user.keyboard('{Enter}')
  expect(dialog.getByText(payoutMessages.referenceMissing)).toBeVisible()
  await user.keyboard('CA-12{Enter}')
  await expectToast('The reference is corrected.')
  await waitFor(() => expect(article).toHaveTextContent('ReferenceCA-12'))
  expect((await newestPayout(fay, id)).reference).toBe('CA-12')
  expect((await dana.api.transactions.get({ id: submissionId })).payout?.reference).toBe('CA-12')
})

test('a payout that a colleague has changed says so, and the correction stays typed', async () => {
  const { site, fay, id, user } = await openPaid()
  await using _ = site
  await pressButton(user, /^Correct reference/)
  const dialog = await findDialog('Correct reference')
  const { version } = await newestPayout(fay, id)
  await fay.api.payouts.correctReference({ id, version, reference: 'CA-13' })
  await fill(user, { 'Reference of the payment': 'CA-12' })
  await user.keyboard('{Enter}')
  expect(await dialog.findByRole('alert')).toHaveTextContent(payoutMessages.changed)
  expect(dialog.getByLabelText('Reference of the payment')).toHaveValue('CA-12')
})

test('a payout that is not paid has no reference to correct', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await user.click(await findPayout(id))
  await user.keyboard('{Enter}')
  await screen.findByRole('table', { name: `Transfers of ${id}` })
  expect(screen.queryByRole('button', { name: /^Correct reference/ })).toBeNull()
})

test.each(['dana r', '$92.00'])(
  'the search box finds a payout by %j; what it finds is said when nothing was',
  async (text) => {
    const { site, fay, id } = await openPayouts()
    await using _ = site
    const user = await site.visit('/admin/payouts', { as: fay })
    await findPayout(id)
    await fill(user, { 'Search payouts': 'nothing like it' })
    await screen.findByRole('heading', { name: 'No payouts found' })
    expect(screen.getByText(/a reference or its first characters, an amount such as 92\.00/)).toBeVisible()
    await fill(user, { 'Search payouts': text })
    expect(await findPayout(id)).toHaveTextContent('Dana Reyes')
  },
)
