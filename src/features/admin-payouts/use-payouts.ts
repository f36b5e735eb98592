import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import type { Payout } from '#shared/payout-schema.ts'
import type { StatementAccount } from '#shared/statement-schema.ts'
import type { MoneyNames } from './ledger-names.ts'

const POLL_MS = 20_000
/** Payouts come to need attention without an event. */
const READ_AGAIN_MS = 60_000

export const usePayoutPolling = () => usePolling(POLL_MS, READ_AGAIN_MS)
export const useListPolling = () => ({ placeholderData: keepPreviousData, ...usePayoutPolling() })

export function usePayoutTotals() {
  return trpc.payouts.totals.useQuery(undefined, usePayoutPolling()).data
}

/** A colleague may have changed the payout since the dialog was opened. */
export function useNewestPayout(opened: Payout) {
  const { data } = trpc.payouts.get.useQuery({ id: opened.id }, { staleTime: 0 })
  return data && data.version > opened.version ? data : opened
}

/** Shows the accounts that a change returned, before they are read again. */
export function useKeepAccounts(): (accounts: StatementAccount[]) => void {
  const utils = trpc.useUtils()
  return (accounts) => utils.statements.accounts.setData(undefined, accounts)
}

/** The names of the money accounts by their ids; empty while they are read. */
export function useMoneyNames(): MoneyNames {
  const { data = [] } = trpc.statements.accounts.useQuery()
  return new Map(data.map(({ id, name }) => [id, name]))
}
