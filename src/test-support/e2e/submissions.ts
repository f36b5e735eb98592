import { type APIRequestContext, test as base, expect } from '@playwright/test'
import { type Caller, owner } from './accounts.ts'

/** A picture of one pixel. Bytes after its end tell two of them apart and change nothing else. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGPgDbf5DwACtQGgvpxAKQAAAABJRU5ErkJggg==',
  'base64',
)

/** A PNG as a file input takes it; another `seed` is another picture. */
export function aPng(name: string, seed = name): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'image/png', buffer: Buffer.concat([pixel, Buffer.from(seed)]) }
}

/** The fields of the documented multipart order, of a $100 Apple card. */
export const anOrder = {
  cardBrand: 'apple',
  cardValue: '100',
  cardCondition: 'brand-new',
  cardNumber: 'X2MW 9QP4 7TLZ 6KRD',
  securityCode: '8841',
  accountName: 'Dana Reyes',
  paymentMethod: 'cashapp',
  paymentDetails: '$dana_r',
}

/** Submits an order of the customer signed in here without the screens; answers its reference. */
export async function submitOrder({ request }: Caller, changes: Record<string, string> = {}): Promise<string> {
  const multipart = { ...anOrder, ...changes, files: aPng('front.png', JSON.stringify(changes)) }
  const answer = await request.post('/api/submit', { multipart })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { submissionId: string }).submissionId
}

/** Staff at another staffApi, who decide without the screens. */
export class StaffApi {
  readonly #api: APIRequestContext
  constructor(api: APIRequestContext) {
    this.#api = api
  }

  /** The cookies of this staffApi, for a browser that shows what staff see. */
  cookies(): ReturnType<APIRequestContext['storageState']> {
    return this.#api.storageState()
  }

  async decide(submissionId: string, status: string, reason?: string): Promise<void> {
    const answer = await this.#api.patch(`/api/submissions/${submissionId}/status`, { data: { status, reason } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }

  async answer(sessionId: string, message: string): Promise<void> {
    const answer = await this.#api.post('/api/admin/chat/reply', { data: { sessionId, message } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
}

/** `test` with the other staffApi. It signs in once for all tests of a worker. */
export const test = base.extend<object, { staffApi: StaffApi }>({
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
