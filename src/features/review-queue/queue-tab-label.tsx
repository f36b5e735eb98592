import { Count } from '#client/ui/badge.tsx'
import { useWaiting } from './use-submissions.ts'

/** The area label with the number of submissions that need a decision and how many of them are overdue. */
export function QueueTabLabel() {
  const { waiting = 0, overdue = 0 } = useWaiting() ?? {}
  return (
    <>
      <span>Submissions</span>
      <Count count={waiting}>{waiting === 1 ? 'needs a decision' : 'need a decision'}</Count>
      {overdue > 0 && (
        <>
          {' '}
          <span className="bad text-xs">{overdue} overdue</span>
        </>
      )}
    </>
  )
}
