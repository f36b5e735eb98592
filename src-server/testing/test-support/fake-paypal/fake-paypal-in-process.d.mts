import type { PayPalConfig } from '../../../platform/config/paypal.ts'
import type { FakeBooks, FakeSettings, Fault, Status } from './fake-paypal.ts'

export type FakePayPalInProcess = {
  books(): FakeBooks
  command(name: 'status', given: { payoutId: string; status: Status; error?: string }): { status: number }
  command(name: 'faults', given: Fault): { status: number }
  command(name: 'no-faults'): { status: number }
  command(name: 'settings', given: Partial<FakeSettings>): { status: number }
  /** A webhook about the present state of a payout. */
  signWebhook(payoutId: string): Promise<{ headers: Record<string, string>; body: string }>
  fetch: typeof fetch
}

export function openFakePayPal(
  given: Pick<PayPalConfig, 'clientId' | 'clientSecret' | 'webhookId' | 'apiUrl'> & {
    now(): Date
    /** An integer from 0 up to, but excluding, `limit`, of which ids are made. */
    below(limit: number): number
  },
): FakePayPalInProcess
