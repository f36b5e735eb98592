import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { PayPalConfig } from '../../../platform/config/paypal.ts'
import { type ProgramOnPort, startProgramOnPort } from '../program-on-port.ts'

const program = path.join(import.meta.dirname, 'fake-paypal-program.mjs')

export type Status =
  | 'SUCCESS'
  | 'PENDING'
  | 'ONHOLD'
  | 'UNCLAIMED'
  | 'FAILED'
  | 'DENIED'
  | 'BLOCKED'
  | 'CANCELED'
  | 'RETURNED'
  | 'REFUNDED'
  | 'REVERSED'

/** The books of the fake: what it did, whatever its callers believe. Amounts are integer cents. */
export type FakeBooks = {
  batches: {
    batchId: string
    /** The sender_batch_id. */
    key: string
    emailSubject: string
    createdAt: string
    item: {
      itemId: string
      /** The sender_item_id. */
      payoutId: string
      recipientType: string
      receiver: string
      note: string
      amountCents: number
      feeCents: number
      status: Status
      error: string | null
    }
  }[]
  /** Money that left the sender, and money that came back. */
  entries: {
    at: string
    kind: 'sent' | 'returned'
    itemId: string
    payoutId: string
    amountCents: number
    feeCents: number
  }[]
  /** The number of requests for a payout by key, and of reads by batch id. */
  posts: Record<string, number>
  reads: Record<string, number>
  tokenRequests: number
  /** `status` is 0 when nothing answered. */
  deliveries: { eventId: string; type: string; status: number; forge: string | null }[]
  sentCents: number
  returnedCents: number
  balanceCents: number
}

/** What the fake does instead of a right answer, before or after it has acted. */
export type Fault = {
  operation: 'token' | 'create' | 'batch' | 'item' | 'cancel' | 'balance' | 'verify'
  when: 'before' | 'after'
  /** An answer with `status`, by default 500; none; a closed connection; half an answer, then nothing or a close. */
  how?: 'answer' | 'never' | 'close' | 'stall' | 'cut'
  status?: number
  headers?: Record<string, string>
  body?: string
  /** The number of calls, by default one. */
  times?: number
}

export type FakeSettings = {
  openingBalanceCents: number
  processing: 'at-once' | 'by-command'
  duplicateLinks: boolean
  senderError: string | null
  tokenSeconds: number
  reporting: boolean
  webhookUrl: string | null
}

type WebhookOrder = {
  payoutId: string
  of?: 'item' | 'batch'
  /** By default the event of the present status. */
  type?: string
  forge?: 'body' | 'signature' | 'cert-url' | 'missing-header' | 'other-webhook'
}

export type FakePayPal = Omit<ProgramOnPort, 'folder' | 'port'> & {
  /** The app that the fake knows. */
  config: PayPalConfig
  books(): Promise<FakeBooks>
  fail(fault: Fault): Promise<void>
  endFaults(): Promise<void>
  set(settings: Partial<FakeSettings>): Promise<void>
  advanceClock(ms: number): Promise<void>
  revokeTokens(): Promise<void>
  /** Changes the status of a payout and sends webhooks when a URL is set. */
  setStatus(payoutId: string, status: Status, error?: string): Promise<void>
  /** Sends one event `times` times to the URL of the settings; returns the statuses of the answers. */
  sendWebhook(order: WebhookOrder & { times?: number }): Promise<number[]>
  /** Signs an event without sending it. */
  signWebhook(order: WebhookOrder): Promise<{ headers: Record<string, string>; body: string }>
  /** Repeats the webhooks that were not delivered. */
  retryWebhooks(): Promise<void>
}

/** Starts the fake of PayPal on a free port. It ends with the test process, however that ends. */
export async function startFakePayPal(): Promise<FakePayPal> {
  const [clientId, clientSecret, webhookId] = [8, 24, 8].map((bytes) => randomBytes(bytes).toString('hex')) as [
    string,
    string,
    string,
  ]
  const {
    port,
    folder: _,
    ...process
  } = await startProgramOnPort(program, {
    args: [clientId, clientSecret, webhookId],
  })
  const apiUrl = `http://127.0.0.1:${port}`

  async function command(name: string, given?: object): Promise<unknown> {
    const response = await fetch(`${apiUrl}/control/${name}`, {
      // A new connection, because the fake may have been killed.
      headers: { connection: 'close' },
      ...(given && { method: 'POST', body: JSON.stringify(given) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`The fake refused ${name}: ${JSON.stringify(answer)}`)
    return answer
  }
  const order = async (name: string, given: object) => {
    await command(name, given)
  }

  return {
    ...process,
    config: { clientId, clientSecret, webhookId, apiUrl },
    books: async () => (await command('books')) as FakeBooks,
    fail: (fault) => order('faults', fault),
    endFaults: () => order('no-faults', {}),
    set: (settings) => order('settings', settings),
    advanceClock: (ms) => order('clock', { ms }),
    revokeTokens: () => order('revoke-tokens', {}),
    setStatus: (payoutId, status, error) => order('status', { payoutId, status, error }),
    async sendWebhook(webhook) {
      return ((await command('webhook', webhook)) as { statuses: number[] }).statuses
    },
    async signWebhook(webhook) {
      return (await command('webhook', { ...webhook, send: false })) as {
        headers: Record<string, string>
        body: string
      }
    },
    retryWebhooks: () => order('retry-webhooks', {}),
  }
}
