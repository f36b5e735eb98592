import { Link } from '@tanstack/react-router'
import { useStaffPermissions } from '#client/lib/permissions.ts'
import { trpc } from '#client/lib/trpc.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { LoadError, StaleNote } from './load-error.tsx'
import { usePolling, useUserSignals } from './use-users.ts'
import { UserConversations } from './user-conversations.tsx'
import { UserHead } from './user-head.tsx'
import styles from './user-page.module.css'
import { UserSubmissions } from './user-submissions.tsx'

/** One customer: profile, submissions and, for support, conversations and the account state. */
export function UserPage({ userId }: { userId: string }) {
  const { maySupport } = useStaffPermissions()
  useUserSignals()
  const { data: user, error, isError, refetch } = trpc.admin.users.get.useQuery({ userId }, usePolling())
  const retry = () => void refetch()

  if (isError && error.data?.code === 'not_found') return <NoUser />
  if (!user && isError)
    return (
      <LoadError title="The user could not be loaded" message={error.message} code={error.data?.code} onRetry={retry} />
    )
  return (
    <>
      <BackToUsers />
      {isError && <StaleNote className={styles.stale} onRetry={retry} />}
      {user ? <UserHead user={user} mayDisable={maySupport} /> : <Skeleton lines={8} label="Loading user..." />}
      <UserSubmissions userId={userId} />
      {maySupport && <UserConversations userId={userId} />}
    </>
  )
}

function BackToUsers() {
  return (
    <p className={styles.back}>
      <Link to="/admin" search={{ tab: 'users' }} className={buttonClass('quiet', 'small')}>
        Back to Registered Users
      </Link>
    </p>
  )
}

function NoUser() {
  return (
    <StateMessage
      title="There is no such user"
      action={
        <Link to="/admin" search={{ tab: 'users' }} className={buttonClass('primary', 'small')}>
          Back to Registered Users
        </Link>
      }
    >
      The account was deleted, or the address is not right.
    </StateMessage>
  )
}
