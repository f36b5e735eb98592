import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import type { LotSearch } from '../inventory-search.ts'

/** Colleagues release lots and record outcomes. */
const POLL_MS = 20_000
const polling = { refetchInterval: POLL_MS } as const

export function useLots({ state, search, page = 1 }: LotSearch) {
  const input = { page, limit: PAYOUTS_PER_PAGE, ...(state && { state }), ...(search && { search }) }
  return trpc.lots.list.useQuery(input, { placeholderData: keepPreviousData, ...polling })
}

export function useLot(id: string) {
  return trpc.lots.get.useQuery({ id }, polling)
}
