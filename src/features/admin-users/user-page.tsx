import { Link } from '@tanstack/react-router'
import { useSignInAgain, useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { FailedMessage } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { usePolling, useUserSignals } from './use-users.ts'
import { UserConversations } from './user-conversations.tsx'
import { UserHead } from './user-head.tsx'
import { StaleNote } from './user-list.tsx'
import styles from './user-page.module.css'
import { UserSubmissions } from './user-submissions.tsx'

/** One customer: profile, submissions and, for support, conversations and the account state. */
export function UserPage({ userId }: { userId: string }) {
  const { maySupport } = useStaffPermissions()
  useUserSignals()
  const { data: user, error, refetch } = trpc.admin.users.get.useQuery({ userId }, usePolling())
  const signIn = useSignInAgain(error)
  const retry = () => void refetch()

  if (error?.data?.code === 'not_found') return <NoUser />
  if (!user && error)
    return (
      <FailedMessage title="The user could not be loaded" retry={retry} signIn={signIn}>
        {error.message}
      </FailedMessage>
    )
  return (
    <>
      <BackToUsers />
      {error && <StaleNote onRetry={retry} />}
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
