import type { PayPalConfig } from '../../../platform/config/paypal.ts'
import type { FakeBooks, FakeSettings, Fault, Status } from './fake-paypal.ts'

export type FakePayPalInProcess = {
  books(): FakeBooks
  command(name: 'status', given: { payoutId: string; status: Status; error?: string }): { status: number }
  command(name: 'faults', given: Fault): { status: number }
  command(name: 'settings', given: Partial<FakeSettings>): { status: number }
  fetch: typeof fetch
}

export function openFakePayPal(
  given: Pick<PayPalConfig, 'clientId' | 'clientSecret' | 'apiUrl'> & {
    now(): Date
    /** An integer from 0 up to, but excluding, `limit`, of which ids are made. */
    below(limit: number): number
  },
): FakePayPalInProcess
