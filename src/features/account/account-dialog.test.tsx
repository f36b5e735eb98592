import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { expectToast } from '#client/test-support/component/toast.ts'
import { aPaymentMethod, aSubmission } from '#server/testing/test-support/factories.ts'
import { customerPassword } from '#server/testing/test-support/test-app.ts'
import { accountProblems } from '#shared/account.ts'

/** A site with the account settings of a customer open on this tab. */
async function openSettings(tab?: 'Payment Methods' | 'Security') {
  const site = await openSite()
  const dana = await site.app.customer()
  const user = await site.visit('/', { as: dana })
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Dana Reyes' }))
    const dialog = await screen.findByRole('dialog', { name: 'Account Settings' })
    if (tab) await user.click(within(dialog).getByRole('tab', { name: tab }))
    return dialog
  }
  const dialog = await open()
  const press = (name: string) => user.click(within(dialog).getByRole('button', { name }))
  return Object.assign(site, { dana, user, open, dialog, press, inside: within(dialog) })
}

test('saves the profile, address included', async () => {
  await using site = await openSettings()
  expect(site.inside.getByLabelText('Full Name')).toHaveAttribute('readonly')
  await fill(site.user, { 'Phone Number': '555-010-0199' }, site.dialog)
  const address = site.inside.getByRole('textbox', { name: /^Address/ })
  await site.user.click(address)
  await site.user.paste('1 Main Street\nSpringfield')
  const release = site.network.hold('account.saveProfile')
  await site.press('Save Profile')
  await site.user.click(await site.inside.findByRole('button', { name: 'Saving...' }))
  release()
  await expectToast('Profile Updated')
  expect(site.network.count('account.saveProfile')).toBe(1)

  await site.reload()
  const again = within(await site.open())
  expect(again.getByLabelText('Phone Number')).toHaveValue('555-010-0199')
  expect(again.getByRole('textbox', { name: /^Address/ })).toHaveValue('1 Main Street\nSpringfield')
  await site.user.click(again.getByRole('link', { name: 'View Transaction History' }))
  await waitFor(() => expect(location.pathname).toBe('/transactions'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('requires a valid address and the current password for another e-mail address', async () => {
  await using site = await openSettings()
  const password = () => site.inside.queryByLabelText('Current Password')
  expect(password()).toBeNull()
  await fill(site.user, { 'Email Address': 'nobody' }, site.dialog)
  await site.press('Save Profile')
  await expectToast('Invalid Email', 'Please enter a valid email address.')
  expect(site.inside.getByLabelText('Email Address')).toHaveFocus()

  await fill(site.user, { 'Email Address': 'new@mail.example', 'Current Password': 'not it' }, site.dialog)
  await site.press('Save Profile')
  await expectToast('Email Not Changed', 'Wrong current password. Please try again.')
  expect(password()).toHaveFocus()
  await fill(site.user, { 'Email Address': site.dana.email }, site.dialog)
  expect(password()).toBeNull()

  await fill(site.user, { 'Email Address': 'new@mail.example', 'Current Password': customerPassword }, site.dialog)
  await site.press('Save Profile')
  await expectToast('Profile Updated')
  expect(password()).toBeNull()
  expect((await site.dana.api.account.session()).customer?.email).toBe('new@mail.example')
})

test('starts in the first field that can be changed', async () => {
  await using site = await openSettings()
  expect(site.inside.getByLabelText('Email Address')).toHaveFocus()
})

test('adds and removes payment methods, and stores none of them in the browser', async () => {
  await using site = await openSettings('Payment Methods')
  await site.inside.findByText('No payment methods saved yet.')
  await site.press('Add Payment Method')
  await expectToast('Error', 'Please fill in all payment details.')
  const type = site.inside.getByRole('combobox', { name: 'Payment Method' })
  expect(type).toHaveFocus()
  await site.user.selectOptions(type, 'PayPal')
  await site.press('Add Payment Method')
  expect(site.inside.getByLabelText('PayPal Email')).toHaveFocus()
  await fill(site.user, { 'PayPal Email': 'dana@mail.com' }, site.dialog)
  await site.press('Add Payment Method')
  const password = () => site.inside.getByLabelText('Current Password')
  expect(password()).toHaveFocus()
  await fill(site.user, { 'Current Password': 'guess' }, site.dialog)
  await site.press('Add Payment Method')
  await expectToast('Not Changed', accountProblems.wrongPasswordForDestination.message)
  expect(password()).toHaveFocus()
  await fill(site.user, { 'Current Password': customerPassword }, site.dialog)
  await site.press('Add Payment Method')
  await expectToast('Success', 'Payment method added successfully.')
  expect(type).toHaveValue('')

  await site.user.selectOptions(type, 'Bank Transfer')
  await fill(site.user, { 'Account Number': '123', 'Routing Number': '021000022' }, site.dialog)
  await site.press('Add Payment Method')
  await expectToast('Error', 'Enter an account number of 4 to 17 digits')
  const bank = { 'Account Number': '123456789', 'Routing Number': '021000021', 'Current Password': customerPassword }
  await fill(site.user, bank, site.dialog)
  await site.press('Add Payment Method')
  const list = within(site.inside.getByRole('region', { name: 'Saved payment methods' }))
  await list.findByText('Bank: ••••••6789...')
  expect(list.getAllByRole('listitem')).toHaveLength(2)

  await site.press('Remove PayPal: dana@mail.com')
  await site.press('Yes, remove PayPal: dana@mail.com')
  await expectToast('Removed', 'Payment method removed successfully.')
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(list.getByRole('heading')).toHaveFocus()
  expect(JSON.stringify(localStorage)).not.toMatch(/dana@mail|6789/)
})

test('asks before it removes a payment method', async () => {
  await using site = await openSettings()
  await aPaymentMethod(site.dana, { type: 'cashapp', details: '$dana_r' })
  await site.user.click(site.inside.getByRole('tab', { name: 'Payment Methods' }))
  await site.user.click(await site.inside.findByRole('button', { name: 'Remove Cash App: $dana_r' }))
  expect(site.inside.getByText('Remove Cash App: $dana_r?')).toBeVisible()
  expect(site.inside.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await site.user.keyboard('{Enter}')
  expect(site.inside.getByRole('button', { name: 'Remove Cash App: $dana_r' })).toHaveFocus()
  expect(site.network.count('account.removePaymentMethod')).toBe(0)
  expect(await site.dana.api.account.paymentMethods()).toHaveLength(1)
})

test('a payment method that looks mistyped shows a warning once its field is left, and can be saved', async () => {
  await using site = await openSettings('Payment Methods')
  const type = site.inside.getByRole('combobox', { name: 'Payment Method' })
  await site.user.selectOptions(type, 'PayPal')
  const email = site.inside.getByLabelText('PayPal Email')
  await fill(site.user, { 'PayPal Email': 'asdf' }, site.dialog)
  const warning = 'PayPal needs an email address, like you@mail.com.'
  expect(site.inside.queryByText(warning)).toBeNull()
  await site.user.tab()
  expect(email).toHaveAccessibleDescription(expect.stringContaining(warning))
  expect(email).not.toHaveAttribute('aria-invalid')
  await site.user.selectOptions(type, 'Cash App')
  expect(site.inside.getByLabelText('Cash App Tag')).not.toHaveAccessibleDescription(/starts with/)
  await site.user.selectOptions(type, 'PayPal')
  await fill(site.user, { 'PayPal Email': 'asdf', 'Current Password': customerPassword }, site.dialog)
  await site.press('Add Payment Method')
  await expectToast('Success', 'Payment method added successfully.')
})

test('saved payment methods that fail to load can be loaded again', async () => {
  await using site = await openSettings()
  const mend = site.network.cut('account.paymentMethods')
  await site.user.click(site.inside.getByRole('tab', { name: 'Payment Methods' }))
  await site.inside.findByText("We couldn't load your payment methods")
  mend()
  await site.press('Try again')
  expect(await site.inside.findByText('No payment methods saved yet.')).toBeVisible()
})

const newPassword = { 'New Password': 'another-password', 'Confirm New Password': 'another-password' }

test('changes the password and ends all other sessions', async () => {
  await using site = await openSettings('Security')
  const other = await site.app.signInAgain(site.dana)
  await fill(site.user, { 'Current Password': 'not the password', ...newPassword }, site.dialog)
  await site.press('Change password')
  await expectToast('Wrong current password. Please try again.')
  const current = site.inside.getByLabelText('Current Password')
  expect(current).toHaveFocus()

  await fill(site.user, { 'Current Password': customerPassword }, site.dialog)
  const calls = site.network.count('account.changePassword')
  const release = site.network.hold('account.changePassword')
  await site.press('Change password')
  await site.user.type(current, '{Enter}')
  release()
  await expectToast('Password Changed')
  expect(site.network.count('account.changePassword')).toBe(calls + 1)
  expect(current).toHaveValue('')
  expect((await other.api.account.session()).customer).toBeNull()
  const sessions = within(site.inside.getByRole('region', { name: 'Active sessions' }))
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1))
  await site.reload()
  expect(await screen.findByRole('button', { name: 'Dana Reyes' })).toBeVisible()
})

test('rejects new passwords that differ', async () => {
  await using site = await openSettings('Security')
  const texts = { 'Current Password': customerPassword, ...newPassword, 'Confirm New Password': 'a typo' }
  await fill(site.user, texts, site.dialog)
  await site.press('Change password')
  await expectToast('Error', 'Passwords do not match.')
  expect(site.inside.getByLabelText('Confirm New Password')).toHaveFocus()
  expect(site.network.count('account.changePassword')).toBe(0)
})

test('deletes the account once no order is open', async () => {
  await using site = await openSettings('Security')
  const submissionId = await aSubmission(site.app, site.dana)
  await site.press('Delete my account')
  expect(site.inside.getByRole('heading', { name: 'Delete account' })).toHaveFocus()
  expect(site.inside.getByText('Will be kept')).toBeVisible()
  await site.press('Delete permanently')
  await expectToast('Please fill in all fields.')

  const form = site.inside.getByRole('form', { name: 'Delete account' })
  await fill(site.user, { Password: customerPassword }, form)
  await site.press('Delete permanently')
  expect(await within(form).findByRole('alert')).toHaveTextContent('An order is still pending or processing.')
  await (await site.app.staff()).api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason: 'No' })
  await site.press('Delete permanently')
  await expectToast('Account Deleted')
  expect(site.dialog).not.toBeInTheDocument()
  await expect(site.app.signInAgain(site.dana)).rejects.toThrow('This email is not registered')
})

test('cancelling the deletion keeps the account', async () => {
  await using site = await openSettings('Security')
  await site.press('Delete my account')
  await site.press('Keep my account')
  expect(site.inside.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  expect(site.inside.getByRole('heading', { name: 'Delete account' })).toHaveFocus()
})
