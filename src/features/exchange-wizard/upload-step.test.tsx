import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import {
  aPng,
  button,
  cardNumber,
  chooseMethod,
  files,
  fillSubmission,
  findHeading,
  missing,
  openUpload,
  photos,
  scamCheck,
  terms,
} from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { expectToast } from '#client/test-support/component/toast.ts'

const field = (label: string) => screen.getByLabelText(label)
const messages = () => missing().map(({ textContent }) => textContent)

test('a Visa card requires both sides, and each missing-field line leads to its field', async () => {
  await using site = await openUpload({ brand: 'visa', value: 200 })
  const visa = 'Visa cards require both front and back photos (at least 2 files)'
  expect(screen.getByText(/^No file uploaded yet\./)).toBeVisible()
  expect(screen.getByText(visa)).toBeVisible()
  await fill(site.user, { 'Account Name': 'Other Person' })
  expect(screen.getByText('Your order will say: Dana Reyes')).toBeVisible()
  await fill(site.user, { 'Account Name': '' })
  await site.user.click(button('Upload Files to Continue'))
  expect(await screen.findByRole('heading', { name: 'There is a problem' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'What is missing' })).toHaveFocus()
  const lines: [message: string, field: () => HTMLElement][] = [
    ['At least one file must be uploaded', () => screen.getByRole('button', { name: /^Front/ })],
    ['Gift card number is required', () => field('Gift Card Number')],
    ['Security code is required', () => field('Security Code')],
    ['Account name is required', () => field('Account Name')],
    ['Payment method details are required', () => field('Cash App Tag')],
    ['You must accept the terms and conditions', terms],
  ]
  expect(messages()).toEqual(lines.map(([message]) => message))
  for (const [at, [, target]] of lines.entries()) {
    await site.user.click(missing()[at] as HTMLElement)
    expect(target()).toHaveFocus()
  }
  expect(field('Gift Card Number')).toHaveAccessibleDescription(expect.stringContaining('Gift card number is required'))

  await site.user.upload(field('Front photo'), aPng('front.png'))
  await waitFor(() => expect(messages()[0]).toBe(visa))
  expect(screen.queryByText(/^No file uploaded yet\./)).toBeNull()
  await site.user.upload(field('Back photo'), aPng('back.png'))
  await waitFor(() => expect(messages()[0]).toBe('Gift card number is required'))
  expect(screen.queryByText(visa)).toBeNull()
  expect(button('Submit Securely')).toHaveAttribute('aria-disabled', 'true')
})

test('the title names the problem after an early Submit until nothing is missing', async () => {
  await using site = await openUpload()
  await waitFor(() => expect(document.title).toMatch(/^Upload & Submit/))
  await site.user.click(button('Upload Files to Continue'))
  await waitFor(() => expect(document.title).toMatch(/^Error: Upload & Submit/))
  await site.user.upload(photos(), aPng('front.png'))
  await fillSubmission(site)
  await waitFor(() => expect(missing()).toEqual([]))
  expect(screen.queryByRole('region', { name: 'What is missing' })).toBeNull()
  expect(screen.getByRole('region', { name: 'Ready to submit' })).toBeVisible()
  expect(document.title).toMatch(/^Upload & Submit/)
})

test('every payment method asks for its own details under its own label', async () => {
  await using site = await openUpload({ method: 'PayPal' })
  for (const [method, label, placeholder] of [
    ['PayPal', 'PayPal Email', 'you@mail.com'],
    ['Cash App', 'Cash App Tag', '$yourtag'],
    ['Zelle', 'Zelle Email or Phone', 'you@mail.com or 555-0100'],
    ['Google Pay', 'Google Pay Email or Phone', 'you@gmail.com or 555-0100'],
    ['Apple Pay', 'Apple Pay Phone Number', '555-0100'],
    ['Chime', 'Chime ChimeSign or Phone', '$yourchimesign'],
    ['GreenDot', 'GreenDot Account Details', 'Name or account'],
  ] as const) {
    await site.user.click(button('Back'))
    await findHeading('Your quote')
    await chooseMethod(site, method)
    await site.user.click(button('Continue'))
    expect(await screen.findByLabelText(label)).toHaveAttribute('placeholder', placeholder)
    expect(field(label)).toHaveValue('')
    await fill(site.user, { [label]: 'mine' })
  }
})

test('a bank payout requires valid account and routing numbers', async () => {
  await using site = await openUpload({ method: 'Bank Transfer' })
  expect(screen.getByText(/Bank transfers may take up to 2 business days/)).toBeVisible()
  const payout = () => messages().filter((text) => /Payment method|account number|routing number/.test(text))
  expect(payout()).toEqual(['Payment method details are required'])
  await fill(site.user, { 'Account Number': '123', 'Routing Number': '021000022' })
  expect(payout()).toEqual([
    'Enter an account number of 4 to 17 digits',
    'Enter the 9-digit routing number of your bank',
  ])
  await fill(site.user, { 'Account Number': '12-3456 789', 'Routing Number': '021000021' })
  expect(payout()).toEqual([])
})

test('the fields explain where this brand prints its numbers', async () => {
  await using site = await openUpload({ brand: 'target' })
  expect(field('Gift Card Number')).toHaveAccessibleDescription(/^15 digits on the back of the card\./)
  expect(field('Security Code')).toHaveAccessibleDescription(/8 digits under the scratch-off layer\.$/)
  expect(site.network.count('exchange.quote')).toBe(1)
})

test('a mistaken answer about the card can be corrected', async () => {
  await using site = await openUpload()
  const answer = (name: string) => within(scamCheck()).getByRole('button', { name })
  await site.user.click(answer('Yes'))
  expect(await screen.findByRole('dialog', { name: 'Stop: this may be a scam' })).toHaveTextContent(
    'reportfraud.ftc.gov',
  )
  await site.user.click(button('I answered by mistake'))
  await waitFor(() => expect(answer('Yes')).toHaveFocus())
  expect(answer('Yes')).toHaveAttribute('aria-pressed', 'false')
  await site.user.click(answer('No'))
  expect(answer('No')).toHaveAttribute('aria-pressed', 'true')
})

test('leaving with a typed number asks for confirmation', async () => {
  await using site = await openUpload()
  await fill(site.user, { 'Gift Card Number': cardNumber })
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
  const away = navigation.getByRole('link', { name: 'Supported Cards' })
  await site.user.click(away)
  // Neither Leave nor Close is one press of Enter away.
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Leave this page?' })).toHaveFocus())
  await site.user.click(await screen.findByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(away).toHaveFocus())
  expect(field('Gift Card Number')).toHaveValue(cardNumber)
  await site.user.click(away)
  await site.user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'Supported Cards', level: 1 })).toBeVisible()
})

test('Back keeps everything; a reload keeps card and method but never a number, code or photo', async () => {
  await using site = await openUpload()
  await fillSubmission(site)
  await site.user.upload(photos(), aPng('front.png'))
  await waitFor(() => expect(files()[0]).toContain('Uploaded'))
  for (const step of ['Your quote', 'Which card are you selling?']) {
    await site.user.click(button('Back'))
    await findHeading(step)
  }
  await site.user.click(button('Get My Quote'))
  await site.user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByLabelText('Gift Card Number')).toHaveValue(cardNumber)
  expect(field('Cash App Tag')).toHaveValue('$dana_r')
  expect(files()).toEqual([expect.stringContaining('front.png')])
  expect(terms()).toBeChecked()
  const kept = JSON.stringify([localStorage, sessionStorage])
  expect(kept).toContain('apple')
  expect(kept).not.toMatch(/X2MW|6KRD|dana_r|front\.png/)

  await site.reload()
  expect(await screen.findByRole('radio', { name: /^Cash App/ })).toBeChecked()
  await site.user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByLabelText('Cash App Tag')).toHaveValue('')
  expect(field('Gift Card Number')).toHaveValue('')
  expect(files()).toEqual([])
})

test('the bar says how much is missing, and leads to the first field', async () => {
  await using site = await openUpload()
  await fillSubmission(site)
  await fill(site.user, { 'Gift Card Number': '' })
  await site.user.click(button('2 things missing'))
  expect(document.activeElement?.closest('[data-field]')).toHaveAttribute('data-field', 'files')
  await site.user.upload(photos(), aPng('front.png'))
  await site.user.click(await screen.findByRole('button', { name: '1 thing missing' }))
  expect(field('Gift Card Number')).toHaveFocus()
  await site.user.paste(cardNumber)
  expect(screen.getByText('Ready to send')).toBeVisible()
})

test('an answer that is missing in the summary is added, another one changed', async () => {
  await using site = await openUpload()
  expect(button('Add the number')).toBeVisible()
  await fill(site.user, { 'Gift Card Number': cardNumber })
  expect(button('Change the number')).toBeVisible()
})

test.each([
  ['the banner of the exchange', 'main'],
  ['the header', 'banner'],
] as const)('signing out in %s asks first, then clears the exchange', async (_, role) => {
  await using site = await openUpload()
  await fillSubmission(site)
  const signOut = () => within(screen.getByRole(role)).getByRole('button', { name: 'Sign Out' })
  await site.user.click(signOut())
  const question = await screen.findByRole('dialog', { name: 'Sign out?' })
  await site.user.click(within(question).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(signOut()).toHaveFocus())
  expect(field('Gift Card Number')).toHaveValue(cardNumber)
  await site.user.click(signOut())
  await site.user.click(
    within(await screen.findByRole('dialog', { name: 'Sign out?' })).getByRole('button', { name: 'Sign Out' }),
  )
  await expectToast('Signed out')
  await findHeading('Which card are you selling?')
  expect(screen.getByLabelText('Gift Card Value')).toHaveValue('')
  expect(screen.getByLabelText(/^Apple/)).not.toBeChecked()
  expect(JSON.stringify(localStorage)).not.toContain('apple')
})
