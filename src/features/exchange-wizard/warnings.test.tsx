import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import {
  aPng,
  button,
  cardNumber,
  files,
  fillSubmission,
  findHeading,
  missing,
  openUpload,
  photos,
  scamCheck,
  terms,
  worthChecking,
} from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'

type Exchange = Awaited<ReturnType<typeof openUpload>>

const field = (label: string) => screen.getByLabelText(label)
const question = () => screen.queryByRole('dialog', { name: 'Worth checking before you send it' })
const orders = async ({ dana }: Exchange) => await dana.api.transactions.list()

/** A Visa card whose number, code and payout are all wrong, and whose expiry date is missing. */
async function fillDoubtfulVisa({ user }: Exchange): Promise<void> {
  for (const side of ['Front', 'Back']) await user.upload(field(`${side} photo`), aPng(`${side}.png`))
  await fill(user, { 'Gift Card Number': '1', 'Security Code': 'y', 'PayPal Email': 'asdf' })
  await user.click(within(scamCheck()).getByRole('button', { name: 'No' }))
  await user.click(terms())
  await waitFor(() => expect(missing()).toEqual([]))
}

const doubts = [
  'Visa numbers have 16 digits. You entered 1.',
  'Visa security codes have digits only.',
  'Expiry date is missing. Checking a Visa card is faster with it.',
  'PayPal needs an email address, like you@mail.com.',
]

test('a warning appears when a field is left, belongs to its description, and goes once the value is right', async () => {
  await using site = await openUpload({ brand: 'visa', value: 200 })
  const warning = 'Visa numbers have 16 digits. You entered 1.'
  await site.user.click(field('Gift Card Number'))
  await site.user.keyboard('1')
  expect(screen.queryByText(warning)).toBeNull()
  await site.user.tab()
  expect(field('Gift Card Number')).toHaveAccessibleDescription(expect.stringContaining(warning))
  expect(field('Gift Card Number')).not.toHaveAttribute('aria-invalid')
  expect(screen.getAllByRole('status').some(({ textContent }) => textContent === warning)).toBe(true)
  expect(worthChecking()).toEqual([warning])
  await fill(site.user, { 'Gift Card Number': '4111 1111 1111 1111' })
  expect(worthChecking()).toEqual([])
  expect(field('Gift Card Number')).not.toHaveAccessibleDescription(expect.stringContaining('Visa numbers'))
})

test('an error replaces the warning of its field', async () => {
  await using site = await openUpload({ method: 'Bank Transfer' })
  await fill(site.user, { 'Account Number': '12345678', 'Routing Number': '021' })
  await site.user.tab()
  const typo = 'Routing numbers have 9 digits. You entered 3.'
  expect(field('Routing Number')).toHaveAccessibleDescription(expect.stringContaining(typo))
  expect(worthChecking()).toEqual([])
  await site.user.click(button('Upload Files to Continue'))
  await findHeading('There is a problem')
  expect(field('Routing Number')).toHaveAccessibleDescription(
    expect.stringMatching(/Enter the 9-digit routing number of your bank$/),
  )
  expect(field('Routing Number')).toBeInvalid()
})

test('Submit asks once about everything doubtful; Fix leads to the first field', async () => {
  await using site = await openUpload({ brand: 'visa', value: 200, method: 'PayPal' })
  await fillDoubtfulVisa(site)
  expect(screen.getByRole('heading', { name: 'Worth checking (4)' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Ready, but check 4 things' })).toBeVisible()
  expect(worthChecking()).toEqual(doubts)
  expect(button('Submit Securely')).not.toHaveAttribute('aria-disabled', 'true')
  await site.user.click(button('Submit Securely'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Worth checking before you send it' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(doubts)
  expect(dialog.getByRole('button', { name: 'Fix' })).toHaveFocus()
  await site.user.keyboard('{Enter}')
  await waitFor(() => expect(question()).toBeNull())
  expect(field('Gift Card Number')).toHaveFocus()
  expect(field('PayPal Email')).toHaveAccessibleDescription(expect.stringContaining(doubts[3] ?? ''))
  expect(await orders(site)).toEqual([])

  await site.user.click(button('Submit Securely'))
  await screen.findByRole('dialog', { name: 'Worth checking before you send it' })
  await site.user.keyboard('{Escape}')
  await waitFor(() => expect(button('Submit Securely')).toHaveFocus())
  expect(await orders(site)).toEqual([])
})

test("'Send anyway' sends the order, also after a failed attempt, and the server counts it", async () => {
  await using site = await openUpload({ brand: 'visa', value: 200, method: 'PayPal' })
  await fillDoubtfulVisa(site)
  const mend = site.network.cut('exchange.submit')
  await site.user.click(button('Submit Securely'))
  await site.user.click(await screen.findByRole('button', { name: 'Send anyway' }))
  await waitFor(() => expect(question()).toBeNull())
  await screen.findByText('Failed to submit exchange. Please try again.', { selector: '[role="alert"] *' })
  mend()
  await site.user.click(button('Submit Securely'))
  await findHeading('Order Submitted Successfully!')
  expect(await orders(site)).toHaveLength(1)
  expect(site.app.ctx.warningCounts.submissions()).toBe(1)
  expect([...site.app.ctx.warningCounts.byField().keys()]).toEqual([
    'cardNumber',
    'securityCode',
    'expiringDate',
    'paymentDetails',
  ])
})

test('a changed mistake is asked about again, and a well-formed order is sent without a question', async () => {
  await using site = await openUpload()
  await fillSubmission(site)
  await site.user.upload(photos(), aPng('front.png'))
  await fill(site.user, { 'Gift Card Number': 'X2MW' })
  const mend = site.network.cut('exchange.submit')
  await site.user.click(await screen.findByRole('button', { name: 'Submit Securely' }))
  await site.user.click(await screen.findByRole('button', { name: 'Send anyway' }))
  await waitFor(() => expect(question()).toBeNull())
  mend()
  await fill(site.user, { 'Gift Card Number': 'X2MW 9QP4' })
  await site.user.click(await screen.findByRole('button', { name: 'Submit Securely' }))
  await site.user.click(await screen.findByRole('button', { name: 'Fix' }))
  await fill(site.user, { 'Gift Card Number': cardNumber })
  await site.user.click(button('Submit Securely'))
  await findHeading('Order Submitted Successfully!')
  expect(site.app.ctx.warningCounts.submissions()).toBe(0)
})

test.each(['visa', 'mastercard', 'american-express', 'one-vanilla'])(
  'the expiry date of a %s card is optional',
  async (brand) => {
    await using site = await openUpload({ brand, value: 200 })
    expect(screen.getByLabelText('Expiry Date (optional)')).toBeVisible()
    expect(screen.queryByText(/needs its expiry date/)).toBeNull()
    await site.user.click(field('Expiry Date (optional)'))
    await site.user.tab()
    expect(worthChecking()).toEqual([expect.stringContaining('Expiry date is missing. Checking a')])
    expect(site.network.count('exchange.submit')).toBe(0)
  },
)

test('a Visa card asks for its expiry date and warns of one in the past', async () => {
  await using site = await openUpload({ brand: 'visa', value: 200 })
  expect(
    screen.getByText('This card has an expiry date. We check the card faster if you enter it below.'),
  ).toBeVisible()
  await site.user.click(field('Expiry Date (optional)'))
  await site.user.tab()
  expect(worthChecking()).toEqual(['Expiry date is missing. Checking a Visa card is faster with it.'])
  await fill(site.user, { 'Expiry Date (optional)': '01/20' })
  expect(worthChecking()).toEqual(['This card expired in 01/20.'])
  await site.user.click(screen.getByRole('button', { name: 'This card expired in 01/20.' }))
  expect(field('Expiry Date (optional)')).toHaveFocus()
})

test('a card with one code is asked for it once', async () => {
  await using site = await openUpload()
  expect(screen.queryByLabelText('Security Code')).toBeNull()
  expect(field('Gift Card Number')).toHaveAccessibleDescription(/This card has one code\. Spaces and dashes are OK\.$/)
  expect(missing().map(({ textContent }) => textContent)).not.toContain('Security code is required')
  await fillSubmission(site)
  await site.user.upload(photos(), aPng('front.png'))
  await site.user.click(await screen.findByRole('button', { name: 'Submit Securely' }))
  await findHeading('Order Submitted Successfully!')
  const [order] = await orders(site)
  const staff = await site.app.staff()
  const reveal = { submissionId: order?.id ?? '', field: 'securityCode' } as const
  expect(await staff.api.admin.submissions.reveal(reveal)).toEqual({ value: cardNumber })
})

test('a customer whose card has no PIN leaves the code to us', async () => {
  await using site = await openUpload({ brand: 'sephora' })
  expect(missing().map(({ textContent }) => textContent)).toContain('Security code is required')
  await site.user.click(screen.getByRole('checkbox', { name: 'No PIN? Leave this to us.' }))
  expect(screen.queryByLabelText('Security Code')).toBeNull()
  expect(missing().map(({ textContent }) => textContent)).not.toContain('Security code is required')
})

test('two copies of one photo are worth checking', async () => {
  await using site = await openUpload()
  await site.user.upload(field('Front photo'), aPng('front.png', 'same'))
  await site.user.upload(field('Back photo'), aPng('back.png', 'same'))
  await waitFor(() => expect(worthChecking()).toEqual(['Both photos are the same.']))
  await site.user.click(screen.getByRole('button', { name: 'Both photos are the same.' }))
  expect(screen.getByRole('button', { name: /^Front/ })).toHaveFocus()
  await site.user.click(button('Remove back.png'))
  await waitFor(() => expect(worthChecking()).toEqual([]))
})

test('a CVS card has a slot for its receipt and warns without it', async () => {
  await using site = await openUpload({ brand: 'cvs' })
  await site.user.upload(photos(), aPng('front.png'))
  await waitFor(() => expect(worthChecking()).toEqual(['CVS cards need a photo of the store receipt.']))
  await site.user.upload(field('Receipt photo'), aPng('receipt.png'))
  await waitFor(() => expect(worthChecking()).toEqual([]))
  expect(files()).toEqual([expect.stringMatching(/^front\.png/), expect.stringMatching(/^receipt\.png\s*Receipt/)])
})

test('a partially used eBay card is worth checking and leads to its condition', async () => {
  await using site = await openUpload({ brand: 'ebay', condition: 'Partially Used' })
  expect(worthChecking()).toEqual(['eBay cards cannot be partially used.'])
  await site.user.click(screen.getByRole('button', { name: 'eBay cards cannot be partially used.' }))
  await findHeading('Which card are you selling?')
})
