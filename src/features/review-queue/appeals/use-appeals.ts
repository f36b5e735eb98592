import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { APPEALS_PER_PAGE } from '#shared/appeal.ts'

const POLL_MS = 30_000

export function useAppeals(page = 1) {
  const input = { page, limit: APPEALS_PER_PAGE }
  return trpc.admin.appeals.useQuery(input, { placeholderData: keepPreviousData, refetchInterval: POLL_MS })
}
