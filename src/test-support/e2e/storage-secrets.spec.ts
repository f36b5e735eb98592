import { type BrowserContext, expect, type Page } from '@playwright/test'
import { findSecrets, type Needle, type Place } from '#server/testing/system-tests/find-secrets.ts'
import { tempFolder } from '#server/testing/test-support/temp-folder.ts'
import { owner, password, signInStaff, signUpHere } from './accounts.ts'
import { keptByPage, profilePlaces, watchTraffic } from './browser-storage.ts'
import { test } from './closing-test.ts'
import { expandRows, openDialog } from './page-actions.ts'
import { recordMetric } from './record-metric.ts'
import { openSubmission, row } from './review-actions.ts'
import { aPng } from './submissions.ts'
import { chooseMethod, heading, scamCheck, terms } from './wizard-actions.ts'

/** Texts that occur nowhere else. */
const unique = Date.now().toString(36).toUpperCase()
const secrets = {
  cardNumber: '4929 7731 0046 8812',
  securityCode: '77319046',
  expiringDate: 'CANARY 12/39',
  additionalInfo: `CANARYINFO${unique} under the foil`,
  accountNumber: '77665544332211',
  routingNumber: '021000021',
}
const tag = `$CANARYTAG${unique}`
const savedAccount = '99887766554433'
const [photo, chat, answer, note] = ['PHOTO', 'CHAT', 'ANSWER', 'NOTE'].map((word) => `CANARY${word}${unique}`)
/**
 * Chat drafts are kept until sent, and browsers store form values for restoring: on disk both remain until the browser
 * compacts its files.
 */
const needles: Needle[] = [
  ...Object.entries({ ...secrets, tag, savedAccount, photo, note }).map(([name, text]) => ({
    name,
    text: `${text}`,
  })),
  { name: 'card number without spaces', text: secrets.cardNumber.replaceAll(' ', '') },
  { name: 'chat', text: `${chat}`, mayStandIn: ['profile'] },
  { name: 'answer', text: `${answer}`, mayStandIn: ['profile'] },
  { name: 'password', text: password },
  { name: 'staff password', text: owner.password },
]

type Watched = { page: Page; places: Place[]; after: (step: string) => Promise<void>; close: () => Promise<void> }

test('card data, payout details, messages and revealed values are not left in browser storage @system', async ({
  playwright,
  baseURL,
}) => {
  test.setTimeout(120_000)
  using customersProfile = tempFolder()
  using staffsProfile = tempFolder()
  const open = async ({ path }: { path: string }): Promise<Watched> => {
    const context = await playwright.chromium.launchPersistentContext(path, { ...(baseURL && { baseURL }) })
    // Unlike those of fixtures, an action of this context that waits for ever is not named by the test's timeout.
    context.setDefaultTimeout(30_000)
    return watched(context, path)
  }
  const [customer, staff] = [await open(customersProfile), await open(staffsProfile)]
  await sell(customer)
  const reference = await openSubmissions(customer)
  await saveMethods(customer)
  await ask(customer)
  await reveal(staff, reference)
  await decideAndAnswer(staff, reference)
  await customer.page.goto('/contact')
  await expect(customer.page.getByText(`${answer}`)).toBeVisible()
  await customer.after('the answer')
  await signOut(customer, staff)
  await Promise.all([customer.close(), staff.close()])

  const places = [...customer.places, ...staff.places]
  const hits = findSecrets(places, needles)
  recordMetric({
    claim: 'Seeded secrets found in browser storage, addresses, answers it may keep, and its profile on disk',
    figure: `${hits.length} hits: ${needles.length} secrets, plain, reversed and encoded, ${places.length} places`,
    goal: '0',
    isMet: hits.length === 0,
  })
  expect(hits).toEqual([])
  // Control: permitted values are found where they are stored, in memory and on disk.
  const kept = findSecrets(places, [{ name: 'reference', text: reference }]).join('\n')
  for (const place of ['localStorage after the orders', 'address after the order', 'Cache_Data'])
    expect(kept).toContain(place)
  expect(places.filter(({ name }) => name.includes('Cache_Data')).length).toBeGreaterThan(10)
})

/** A page whose storage is read after each step, and its profile after closing. */
async function watched(context: BrowserContext, folder: string): Promise<Watched> {
  const page = context.pages()[0] ?? (await context.newPage())
  const traffic = watchTraffic(context)
  const places: Place[] = []
  const after = async (step: string) => {
    places.push(...(await keptByPage(page, step)))
    // Checked after each step to identify it; session cookies are exempt.
    const sessions = (await context.cookies()).filter(({ httpOnly }) => httpOnly)
    const ofSessions = sessions.map(({ name, value }): Needle => ({ name, text: value }))
    expect.soft(findSecrets(places, ofSessions), step).toEqual([])
  }
  const close = async () => {
    places.push(...(await traffic()))
    await context.close()
    places.push(...profilePlaces(folder))
  }
  return { page, places, after, close }
}

async function sell({ page, after }: Watched): Promise<void> {
  await page.goto('/exchange?brand=visa&value=200')
  await page.getByRole('button', { name: 'Get My Quote' }).click()
  await expect(heading(page, 'Your quote')).toBeVisible()
  await chooseMethod(page, 'Bank Transfer')
  const signIn = page.getByRole('button', { name: 'Sign In to Continue' })
  await signIn.or(page.getByRole('link', { name: 'Sign In to Continue' })).click()
  await signUpHere(page)
  await expect(heading(page, 'Upload & Submit')).toBeVisible()
  await after('signing up')
  for (const side of ['Front', 'Back'])
    await page.getByLabel(`${side} photo`, { exact: true }).setInputFiles(aPng(`${side}.png`, `${photo} ${side}`))
  const fields = {
    'Gift Card Number': secrets.cardNumber,
    'Security Code': secrets.securityCode,
    'Expiry Date': secrets.expiringDate,
    'Additional Information': secrets.additionalInfo,
    'Account Name': 'Dana Reyes',
    'Account Number': secrets.accountNumber,
    'Routing Number': secrets.routingNumber,
  }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await page.getByRole('checkbox', { name: 'Save this payment method for future use' }).check()
  await scamCheck(page).getByRole('button', { name: 'No' }).click()
  await terms(page).check()
  await after('filling in the order')
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  await after('the order')
  await page.reload()
  await expect(page.getByText('Expected payout')).toBeVisible()
  await after('the order, reloaded')
}

/** Returns the submission's reference. */
async function openSubmissions({ page, after }: Watched): Promise<string> {
  await page.getByRole('link', { name: 'View Transaction History' }).click()
  const submission = page.getByRole('main').getByRole('article')
  const reference =
    (await submission
      .getByText(/^GCE-[0-9A-Z]{10}$/)
      .first()
      .textContent()) ?? ''
  await after('the orders')
  await page.goto(`/transactions/${reference}`)
  await expect(page.getByRole('main')).toContainText('Pending')
  await after('the order')
  return reference
}

async function saveMethods({ page, after }: Watched): Promise<void> {
  const dialog = await openDialog(page, 'Dana Reyes', 'Payment Methods')
  const fill = async (type: string, fields: Record<string, string>) => {
    await dialog.getByRole('combobox').selectOption(type)
    const all = { ...fields, 'Current Password': password }
    for (const [label, value] of Object.entries(all)) await dialog.getByLabel(label, { exact: true }).fill(value)
    await after(`filling in ${type}`)
    await dialog.getByRole('button', { name: 'Add Payment Method' }).click()
    await expect(dialog.getByRole('combobox')).toHaveValue('')
    await after(`saving ${type}`)
  }
  await fill('Bank Transfer', { 'Account Number': savedAccount, 'Routing Number': secrets.routingNumber })
  await fill('Cash App', { 'Cash App Tag': tag })
  await expect(dialog.getByText(`Cash App: ${tag}`)).toBeVisible()
}

async function ask({ page, after }: Watched): Promise<void> {
  await page.goto('/contact')
  await page.getByLabel('Subject').fill(`${chat} subject`)
  await page.getByRole('textbox', { name: 'Message' }).fill(`${chat} question`)
  await page.getByLabel('Files for support').setInputFiles(aPng('card.png', `${photo} chat`))
  await expect(page.getByRole('list', { name: 'Files to send' })).not.toContainText('Uploading')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  const log = page.getByRole('log', { name: 'Conversation' })
  await expect(log.getByRole('listitem').filter({ hasText: `${chat} question` })).toBeVisible()
  await expect(log.getByRole('link', { name: /card\.png/ })).toBeVisible()
  const outgoing = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('chat-')))
  await expect.poll(outgoing, 'messages on their way').toEqual([])
  await after('the question')
}

/** In the list and in the review, with visible photos. */
async function reveal({ page, after }: Watched, reference: string): Promise<void> {
  await signInStaff(page)
  await page.goto(`/admin?search=${reference}`)
  const card = page.getByRole('article').filter({ hasText: reference })
  const shown = {
    'card number': secrets.cardNumber,
    'security code': secrets.securityCode,
    'account number': secrets.accountNumber,
    'routing number': secrets.routingNumber,
  }
  const ungrouped = (text: string) => text.replaceAll(' ', '')
  await expandRows(page)
  for (const [name, value] of Object.entries(shown)) {
    await card.getByRole('button', { name: `Reveal ${name}` }).click()
    await expect.poll(async () => ungrouped(await card.innerText())).toContain(ungrouped(value))
  }
  await after('revealing in the list')
  await page.goto(`/admin?view=review&search=${reference}`)
  await openSubmission(page, reference)
  const opened = page.getByRole('article')
  for (const [name, value] of Object.entries(shown)) {
    await opened.getByRole('button', { name: `Reveal ${name}` }).click()
    await expect.poll(async () => ungrouped(await opened.innerText())).toContain(ungrouped(value))
  }
  await expect(opened.getByRole('group', { name: 'Photo Front.png' })).toBeVisible()
  await after('revealing in the review')
}

async function decideAndAnswer({ page, after }: Watched, reference: string): Promise<void> {
  const opened = page.getByRole('article')
  await opened.getByLabel('New note').fill(`${note}`)
  await after('writing a note')
  await opened.getByRole('button', { name: 'Add note' }).click()
  await expect(opened.getByRole('listitem').filter({ hasText: `${note}` })).toBeVisible()
  const decision = page.getByRole('form', { name: 'Decision' })
  await decision.getByRole('group', { name: 'New Status' }).getByText('Processing').click()
  await decision.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row(page, reference)).toContainText('Processing')
  await after('deciding')
  await page.goto('/admin?tab=chat')
  await page.getByRole('region', { name: 'Conversations' }).getByText(`${chat} subject`).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(`${chat} question`)
  const box = page.getByPlaceholder('Type your reply...')
  await box.fill(`${answer}`)
  await after('writing an answer')
  await box.press('Enter')
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(`${answer}`)
  await after('answering')
}

async function signOut(customer: Watched, staff: Watched): Promise<void> {
  const signIn = customer.page.getByRole('banner').getByRole('button', { name: 'Sign In' })
  await customer.page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(signIn).toBeVisible()
  await customer.after('signing out')
  await customer.page.reload()
  await expect(signIn).toBeVisible()
  await customer.after('signing out, reloaded')
  await staff.page.getByRole('button', { name: 'Logout' }).click()
  await expect(staff.page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await staff.after('logging out')
  await staff.page.reload()
  await expect(staff.page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await staff.after('logging out, reloaded')
}
