import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { SessionRow } from './session-row.tsx'
import styles from './settings.module.css'
import { useEndOtherSessions } from './use-end-sessions.ts'
import { useSessionCalls, type Whose } from './use-session-calls.ts'

/** Where the customer, or the member of staff, is signed in, and a way to end what is not this browser. */
export function ActiveSessions({ whose = 'customer' }: { whose?: Whose }) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  // Other browsers come and go without this one: it is read anew whenever it is shown.
  const { data, isPending, isError, refetch, dataUpdatedAt } = useSessionCalls(whose).sessions.useQuery(undefined, {
    staleTime: 0,
  })
  // The pressed button goes away with its row, so the focus moves to the heading of the list.
  const focusHeading = () => headingRef.current?.focus()
  const endOthers = useEndOtherSessions(whose, focusHeading)
  return (
    <section aria-labelledby="active-sessions">
      <h3 ref={headingRef} id="active-sessions" className={styles.heading} tabIndex={-1}>
        Active sessions
      </h3>
      {isPending && <Skeleton lines={2} height="3.5rem" label="Loading active sessions..." />}
      {isError && (
        <Notice tone="bad" title="Your sessions could not be read">
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {data && (
        <ul className={styles.list}>
          {data.map((session) => (
            <SessionRow
              key={session.id}
              whose={whose}
              session={session}
              readAt={dataUpdatedAt}
              onEnded={focusHeading}
            />
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <div className={styles.after}>
          <Button variant="secondary" size="small" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </section>
  )
}
