import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  request as requests,
} from '@playwright/test'
import type { StaffRole } from '#shared/staff-role.ts'
import { test } from './closing-test.ts'

export const owner = { username: 'owner', password: 'the-owner-of-these-tests' }
export const password = 'a-customer-password'

let people = 0

/** An unused address. */
export function newEmail(): string {
  return `seller-${process.pid}-${Date.now()}-${++people}@mail.example`
}

export type Customer = { id: string; name: string; email: string }
/** The source of a call's cookies: a page or an API request context. */
export type Caller = Pick<Page, 'request'>

/** The browsers of customers whom pages of staff have created. */
const besideStaff = new WeakMap<APIRequestContext, APIRequestContext>()

/** Who makes the calls of the customer whom `join` has created for this caller. */
export function customerOf({ request }: Caller): Caller {
  return { request: besideStaff.get(request) ?? request }
}

/** Without the cookies of the test, which Playwright passes on to every new context. */
function newVisitor(): Promise<APIRequestContext> {
  const { baseURL } = test.info().project.use
  return requests.newContext({ baseURL, storageState: { cookies: [], origins: [] } })
}

/**
 * Creates an account through the API; the browser of a page is signed in from its next load on. Beside staff the
 * customer has a browser of their own: staff do not decide on orders from their own browser.
 */
export async function join(caller: Caller, name?: string): Promise<Customer> {
  const { cookies } = await caller.request.storageState()
  if (cookies.some((cookie) => cookie.name.endsWith('gce-staff'))) besideStaff.set(caller.request, await newVisitor())
  return joinHere(customerOf(caller), name)
}

/** Does the same in this very browser, also beside staff. */
export async function joinHere({ request }: Caller, name = 'Dana Reyes'): Promise<Customer> {
  const form = { name, email: newEmail(), phone: '555-010-0100', password, confirmPassword: password }
  const answer = await request.post('/api/auth/sign-up', { data: form })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Customer
}

/** Starts a session of this customer in another browser through the API and closes the browser. */
export async function signInElsewhere(page: Page, email: string): Promise<void> {
  const other = await page.context().browser()?.newContext({ baseURL: page.url() })
  const answer = await other?.request.post('/api/auth/sign-in', { data: { email, password } })
  expect(answer?.ok(), await answer?.text()).toBe(true)
  await other?.close()
}

/** Fills in and submits the form of /signup. The page must lead there. */
export async function signUpHere(page: Page, email = newEmail()): Promise<string> {
  await page.getByLabel('Full Name').fill('Dana Reyes')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Phone Number').fill('555-010-0100')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click()
  return email
}

/** A new browser with a signed-in owner. */
export async function newStaffPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  const answer = await page.request.post('/api/admin/login', { data: owner })
  expect(answer.ok(), await answer.text()).toBe(true)
  return page
}

/** A new browser with a signed-in new member of staff of this role, whose onboarding is complete. */
export async function newColleaguePage(browser: Browser, role: StaffRole, name = 'Robin Lee'): Promise<Page> {
  // Without the cookies of the test: signing in again would end their session.
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const post = async (url: string, data: object) => {
    const answer = await context.request.post(url, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  await post('/api/admin/login', owner)
  const username = `colleague-${process.pid}-${Date.now()}-${++people}`
  const added = (await post('/trpc/admin.staff.add', { name, username, role })) as {
    result: { data: { password: string } }
  }
  const currentPassword = added.result.data.password
  await post('/api/admin/login', { username, password: currentPassword })
  await post('/trpc/admin.me.changePassword', { currentPassword, password, confirmPassword: password })
  return context.newPage()
}

/** Signs staff in on /admin. */
export async function signInStaff(page: Page): Promise<void> {
  await page.goto('/admin')
  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('link', { name: 'Submissions' })).toBeVisible()
}

/** The toast. One shows at a time, for 5 seconds; behind a dialog assistive technology cannot reach it. */
export function toast(page: Page): Locator {
  const includeHidden = true
  return page.getByRole('region', { name: /^Notifications/, includeHidden }).getByRole('listitem', { includeHidden })
}

/** Waits for a toast with all these texts. */
export async function expectToast(page: Page, ...words: string[]): Promise<void> {
  for (const each of words) await expect(toast(page)).toContainText(each)
}

/** Delays calls whose address matches until the returned function is called; then the server's own response arrives. */
export async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(address, async (route) => {
    await opened
    await route.continue()
  })
  return () => open()
}

/** Aborts calls whose address matches until the returned function is called. */
export async function cut(page: Page, address: RegExp): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.abort())
  return () => page.unroute(address)
}

/** Changes what the server answers to the procedures of calls whose address matches, one by one in a batch. */
export async function changeAnswers<Data>(page: Page, address: RegExp, change: (data: Data) => void): Promise<void> {
  await page.route(address, async (route) => {
    // The page of a test that ends closes while it waits for an answer.
    const response = await route.fetch().catch(() => undefined)
    if (!response) return
    const json: { result?: { data: Data } } | { result?: { data: Data } }[] = await response.json()
    for (const { result } of [json].flat()) if (result) change(result.data)
    await route.fulfill({ response, json })
  })
}

/** A real JPEG of a card, generated by the browser; different seeds give different images. */
export async function drawJpeg(page: Page, seed: number): Promise<Buffer> {
  const base64 = await page.evaluate(async (seed) => {
    const canvas = new OffscreenCanvas(900, 568)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas.')
    for (let y = 0; y < 568; y += 4)
      for (let x = 0; x < 900; x += 4) {
        context.fillStyle = `hsl(${(x + y * seed) % 360} 60% 45%)`
        context.fillRect(x, y, 4, 4)
      }
    // The colours alone repeat after 90 seeds.
    context.font = '64px monospace'
    context.fillText(String(seed), 40, 80)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
    let binary = ''
    for (const byte of new Uint8Array(await blob.arrayBuffer())) binary += String.fromCharCode(byte)
    return btoa(binary)
  }, seed)
  return Buffer.from(base64, 'base64')
}

/** Collects errors that pages of this context log or throw; a test asserts that there are none. */
export function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}
