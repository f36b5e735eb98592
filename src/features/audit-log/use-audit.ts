import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { type AuditSearch, auditFilter } from './audit-search.ts'

const POLL_MS = 20_000

/** The page of the log the address names, read again at once when something is written. Older pages do not change. */
export function useAudit(search: AuditSearch) {
  const live = useLive()
  const utils = trpc.useUtils()
  const isNewest = search.before === undefined
  const readAgain = () => void utils.admin.audit.list.invalidate()
  trpc.admin.audit.watch.useSubscription(undefined, {
    enabled: isNewest,
    // What was written while nobody listened was not told.
    onStarted: readAgain,
    onData: readAgain,
  })
  return trpc.admin.audit.list.useQuery(auditFilter(search), {
    placeholderData: keepPreviousData,
    refetchInterval: live || !isNewest ? false : POLL_MS,
    refetchIntervalInBackground: false,
  })
}
