import { keepPreviousData } from '@tanstack/react-query'
import { useReadAgain } from '#client/lib/staff-changes.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import type { StatementAccount } from '#shared/statement-schema.ts'
import { listInput, type PayoutSearch } from './payout-search.ts'

const POLL_MS = 20_000
/** Payouts come to need attention without an event. */
const READ_AGAIN_MS = 60_000

const useOptions = () => usePolling(POLL_MS, READ_AGAIN_MS)
const useListOptions = () => ({ placeholderData: keepPreviousData, ...useOptions() })

export function usePayouts(search: PayoutSearch) {
  return trpc.payouts.list.useQuery(listInput(search), useListOptions())
}

export function usePayoutTotals() {
  return trpc.payouts.totals.useQuery(undefined, useOptions()).data
}

export function useBalances() {
  return trpc.payouts.balances.useQuery(undefined, useOptions())
}

export function useTransfers({ account, page = 1 }: PayoutSearch) {
  const input = { ...(account !== undefined && { account }), page, limit: PAYOUTS_PER_PAGE }
  return trpc.payouts.ledger.useQuery(input, useListOptions())
}

export function usePayoutFiles(page = 1) {
  const input = { page, limit: PAYOUTS_PER_PAGE }
  return trpc.payouts.files.useQuery(input, useListOptions())
}

/** A colleague may have changed the payout since the dialog was opened. */
export function useNewestPayout(opened: Payout): Payout {
  const { data } = trpc.payouts.get.useQuery({ id: opened.id }, { staleTime: 0 })
  return data && data.version > opened.version ? data : opened
}

export function useFloat() {
  return trpc.payouts.float.useQuery(undefined, useOptions()).data?.paypal
}

export function usePayoutSignals(): void {
  const readAgain = useReadAgain('payouts')
  trpc.payouts.watch.useSubscription(undefined, {
    // Changes before the subscription started, or while it was down, were not delivered.
    onStarted: readAgain,
    onData: readAgain,
  })
}

/** Shows the accounts that a change returned, before they are read again. */
export function useKeepAccounts(): (accounts: StatementAccount[]) => void {
  const utils = trpc.useUtils()
  return (accounts) => utils.statements.accounts.setData(undefined, accounts)
}
