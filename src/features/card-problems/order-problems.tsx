import { useState } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { Undoable } from '#client/lib/use-undo-stack.ts'
import { Button } from '#client/ui/button.tsx'
import { FailedLine, QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ProblemView, useProblemSignals } from './problem-view.tsx'
import { ReportDialog } from './report-dialog.tsx'

type OrderProblemsProps = { submissionId: string; onUndoable: (taken: Undoable) => void }

export function OrderProblems({ submissionId, onUndoable }: OrderProblemsProps) {
  const { mayReview, mayPay } = useStaffPermissions()
  const isAllowed = mayReview || mayPay
  const query = trpc.admin.problems.ofOrder.useQuery({ submissionId }, { enabled: isAllowed })
  const [isReporting, setIsReporting] = useState(false)
  useProblemSignals(mayPay)
  if (!isAllowed) return null
  return (
    <section aria-labelledby="order-problems">
      <h4 id="order-problems" className="text-base">
        Problems with the card
      </h4>
      <QueryState
        query={query}
        loading={<Skeleton lines={1} label="Loading the problems..." />}
        failed={({ retry }) => <FailedLine retry={retry}>The problems could not be loaded.</FailedLine>}
      >
        {(problems) => (
          <>
            {problems.map((problem) => (
              <ProblemView key={problem.id} problem={problem} onUndoable={onUndoable} />
            ))}
            {problems.every(({ state }) => state === 'dismissed') && (
              <div className="cluster stretch pad-block-2">
                <Button variant="secondary" size="small" onClick={() => setIsReporting(true)}>
                  Report a problem...
                </Button>
              </div>
            )}
          </>
        )}
      </QueryState>
      {isReporting && <ReportDialog submissionId={submissionId} onClose={() => setIsReporting(false)} />}
    </section>
  )
}
