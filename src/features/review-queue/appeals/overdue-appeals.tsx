import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Notice } from '#client/ui/notice.tsx'
import { APPEALS_PER_PAGE } from '#shared/appeal.ts'

/** Alerts owners, and those who answer, when appeals are overdue. */
export function OverdueAppeals() {
  const { mayReview, mayPay } = useStaffPermissions()
  return mayReview || mayPay ? <Overdue /> : null
}

function Overdue() {
  const { data } = useAppeals()
  const overdue = data?.overdue ?? 0
  if (overdue === 0) return null
  return (
    <div className="margin-bottom-4">
      <Notice tone="bad" role="alert" title={overdue === 1 ? '1 appeal is overdue' : `${overdue} appeals are overdue`}>
        <Link to="/admin" search={{ list: 'appeals' }}>
          {overdue === 1 ? 'Answer it' : 'Answer them'}
        </Link>
      </Notice>
    </div>
  )
}

const POLL_MS = 30_000

export function useAppeals(page = 1) {
  const input = { page, limit: APPEALS_PER_PAGE }
  return trpc.admin.appeals.useQuery(input, { placeholderData: keepPreviousData, refetchInterval: POLL_MS })
}
