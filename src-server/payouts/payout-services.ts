import type { Platform } from '../platform/platform.ts'
import { type BalanceCache, createBalanceCache, createPayPalClient, type PayPalClient } from './paypal/paypal-client.ts'

type PayoutServices = {
  paypal: PayPalClient | undefined
  payPalBalance: BalanceCache
  /** What the last check of the ledger by this node found wrong. */
  ledgerProblem: string | undefined
}

export function createPayoutServices(platform: Platform): PayoutServices {
  const { config, clock, site } = platform
  return {
    paypal: config.paypal && createPayPalClient(config.paypal, { clock, site }),
    payPalBalance: createBalanceCache(clock),
    ledgerProblem: undefined,
  }
}
