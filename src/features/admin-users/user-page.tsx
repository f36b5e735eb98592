import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { useSignInAgain, useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { StaleLine } from '#client/ui/list-page.tsx'
import { FailedMessage } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { formatDollars } from '#shared/money.ts'
import { userMessages } from '#shared/registered-user.ts'
import type { UserDetail } from '#shared/registered-user-schema.ts'
import { ActiveDialog } from './active-dialog.tsx'
import { POLL_MS, useUserSignals } from './use-users.ts'
import { UserConversations } from './user-conversations.tsx'
import styles from './user-page.module.css'
import { UserSubmissions } from './user-submissions.tsx'
import { ActiveTag } from './user-table.tsx'

export function UserPage({ userId }: { userId: string }) {
  const { maySupport } = useStaffPermissions()
  useUserSignals()
  const { data: user, error, refetch } = trpc.admin.users.get.useQuery({ userId }, usePolling(POLL_MS))
  const signIn = useSignInAgain(error)
  const retry = () => void refetch()

  if (error?.data?.code === 'not_found') return <NoUser />
  if (!user && error)
    return (
      <FailedMessage title="We couldn't load this user" retry={retry} signIn={signIn}>
        {error.message}
      </FailedMessage>
    )
  return (
    <>
      <BackToUsers />
      {error && <StaleLine onRetry={retry} />}
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
      title="User not found"
      action={
        <Link to="/admin" search={{ tab: 'users' }} className={buttonClass('primary', 'small')}>
          Back to Registered Users
        </Link>
      }
    >
      The account was deleted or the link is wrong.
    </StateMessage>
  )
}

function UserHead({ user, mayDisable }: { user: UserDetail; mayDisable: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const figures = [
    { label: 'Trades', value: user.tradeCount },
    { label: 'Open orders', value: user.openOrders },
    { label: 'Total card value', value: formatDollars(user.totalTradeValue) },
    { label: 'Paid out', value: formatDollars(user.totalPayoutAmount), isMoney: true },
  ]
  return (
    <>
      <header className="cluster gap-3 row-gap-2 margin-bottom-4">
        <h2 className="breaks">{user.name}</h2>
        <ActiveTag isActive={user.isActive} />
        <Button
          variant="secondary"
          size="small"
          className="push"
          disabledReason={mayDisable ? undefined : 'Only support and owners can disable accounts'}
          onClick={() => setIsAsking(true)}
        >
          {user.isActive ? 'Disable account' : 'Enable account'}
        </Button>
      </header>
      <Stats figures={figures} narrow="pairs" />
      <dl className={`facts breaks ${styles.facts}`}>
        {factsOf(user).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {isAsking && <ActiveDialog user={user} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function factsOf(user: UserDetail): [string, string][] {
  const sessions = user.activeSessions === 1 ? '1 active session' : `${user.activeSessions} active sessions`
  const facts: [string, string][] = [
    ['Email', user.email],
    ['Phone', user.phone || userMessages.noPhone],
    ['Registered', formatDateTime(user.createdAt)],
    ['Last login', user.lastLoginAt ? formatDateTime(user.lastLoginAt) : userMessages.never],
    ['Signed in', user.activeSessions === 0 ? 'Not signed in' : sessions],
    ['Completed orders', String(user.completedOrders)],
  ]
  if (user.disabledAt) facts.push(['Disabled', formatDateTime(user.disabledAt)])
  return facts
}
