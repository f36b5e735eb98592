import { type APIRequestContext, type Browser, expect, type Locator } from '@playwright/test'
import type { Payout } from '#shared/payout-schema.ts'
import type { Decided } from '#shared/review-schema.ts'
import { type Caller, customerOf, owner } from './accounts.ts'
import { test as base } from './closing-test.ts'
import { clawBackReported, payOrder, reportEmpty } from './problem-calls.ts'

/** An image of one pixel. Bytes after its end make the file unique without changing the image. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGPgDbf5DwACtQGgvpxAKQAAAABJRU5ErkJggg==',
  'base64',
)

/** A PNG for a file input; another `seed` gives another file. */
export function aPng(name: string, seed = name): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'image/png', buffer: Buffer.concat([pixel, Buffer.from(seed)]) }
}

/** The fields of the documented multipart call, of a $100 Apple card. */
export const submissionFields = {
  cardBrand: 'apple',
  cardValue: '100',
  cardCondition: 'brand-new',
  cardNumber: 'X2MW 9QP4 7TLZ 6KRD',
  securityCode: '8841',
  accountName: 'Dana Reyes',
  paymentMethod: 'cashapp',
  paymentDetails: '$dana_r',
}

/** Submits a card of the signed-in customer through the API; returns its reference. */
export async function submitCard(caller: Caller, changes: Record<string, string> = {}): Promise<string> {
  const { request } = customerOf(caller)
  const multipart = { ...submissionFields, ...changes, files: aPng('front.png', JSON.stringify(changes)) }
  const answer = await request.post('/api/submit', { multipart })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { submissionId: string }).submissionId
}

/** Approves a submission as the signed-in staff; returns the id of its payout, which is ready. */
export async function approveCard({ request }: Caller, submissionId: string): Promise<string> {
  const answer = await request.post(`/api/admin/submissions/${submissionId}/approve`, { data: {} })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { payout } = (await answer.json()) as Decided
  if (!payout) throw new Error(`Submission ${submissionId} has no payout.`)
  return payout.id
}

/** Staff who decide and reply through the API. */
export class StaffApi {
  readonly #api: APIRequestContext
  constructor(api: APIRequestContext) {
    this.#api = api
  }

  /** The session cookies, for a browser of the same staff. */
  cookies(): ReturnType<APIRequestContext['storageState']> {
    return this.#api.storageState()
  }

  async decide(submissionId: string, status: string, reason?: string): Promise<void> {
    const answer = await this.#api.patch(`/api/submissions/${submissionId}/status`, { data: { status, reason } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }

  /** Does something else as these staff. */
  act<Result>(work: (staff: Caller) => Promise<Result>): Promise<Result> {
    return work({ request: this.#api })
  }

  /** Records that the card has a zero balance, with a picture. */
  async checkWithPicture(submissionId: string): Promise<void> {
    const multipart = { boxes: JSON.stringify([{ x: 0, y: 0, w: 5000, h: 5000 }]), file: aPng('balance.png') }
    const picture = await this.#api.post(`/api/admin/submissions/${submissionId}/evidence`, { multipart })
    expect(picture.ok(), await picture.text()).toBe(true)
    const { id: evidenceId } = (await picture.json()) as { id: string }
    const data = { outcome: 'zero', how: 'website', evidenceId }
    const answer = await this.#api.post(`/api/admin/submissions/${submissionId}/checks`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }

  approve(submissionId: string): Promise<string> {
    return approveCard({ request: this.#api }, submissionId)
  }

  /** Holds a payout by hand. */
  async holdPayout(id: string): Promise<void> {
    const { version } = (await (await this.#api.get(`/api/admin/payouts/${id}`)).json()) as Payout
    const answer = await this.#api.post(`/api/admin/payouts/${id}/hold`, { data: { version, note: 'Ask the brand.' } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }

  /** Pays a payout by hand, and records that the money came back. */
  async returnPayout(id: string): Promise<void> {
    const steps = [['begin'], ['sent', { reference: 'CA-7K3M9Q' }], ['return', { code: 'provider' }]] as const
    for (const [step, more] of steps) {
      const { version } = (await (await this.#api.get(`/api/admin/payouts/${id}`)).json()) as Payout
      const answer = await this.#api.post(`/api/admin/payouts/${id}/${step}`, { data: { version, ...more } })
      expect(answer.ok(), await answer.text()).toBe(true)
    }
  }

  /** Pays an order by hand and claws it back, with an offer of the payout of another order. */
  async clawBack(orderId: string, otherId?: string): Promise<void> {
    const staff = { request: this.#api }
    await payOrder(staff, orderId)
    const reported = await reportEmpty(staff, orderId)
    const offered = otherId === undefined ? [] : [await this.approve(otherId)]
    await clawBackReported(staff, reported, offered)
  }

  async answer(sessionId: string, message: string): Promise<void> {
    const answer = await this.#api.post('/api/admin/chat/reply', { data: { sessionId, message } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
}

/** Playwright's `fill` in Firefox sets values as a script of the page would, which React does not notice. */
async function typeInsteadOfFill(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator
  locators.fill = async function (this: Locator, text: string) {
    await this.selectText()
    await this.press('Backspace')
    await this.pressSequentially(text)
  }
  await page.close()
}

/** `test` with staff for the other side of a case, signed in once per worker. */
export const test = base.extend<object, { staffApi: StaffApi; typedFields: undefined }>({
  typedFields: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') await typeInsteadOfFill(browser)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  staffApi: [
    async ({ playwright }, use, { project }) => {
      const api = await playwright.request.newContext({ baseURL: project.use.baseURL })
      const answer = await api.post('/api/admin/login', { data: owner })
      expect(answer.ok(), await answer.text()).toBe(true)
      await use(new StaffApi(api))
      await api.dispose()
    },
    { scope: 'worker' },
  ],
})
