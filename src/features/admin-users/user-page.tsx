import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { useSignInAgain, useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { LabelTag, Tag } from '#client/ui/badge.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { OrderLink } from '#client/ui/id-link.tsx'
import { ListState, StaleLine, TablePage } from '#client/ui/list-page.tsx'
import { OpenButton } from '#client/ui/open-button.tsx'
import { FailedMessage } from '#client/ui/query-state.tsx'
import { Section } from '#client/ui/section.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { disableReasons, userMessages } from '#shared/registered-user.ts'
import type { UserConversation, UserDetail, UserSubmission } from '#shared/registered-user-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import { POLL_MS, useUserSignals } from './use-users.ts'
import styles from './user-page.module.css'
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
        <OpenButton
          className="push"
          disabledReason={mayDisable ? undefined : 'Only support and owners can disable accounts'}
          dialog={(onClose) => <ActiveDialog user={user} onClose={onClose} />}
        >
          {user.isActive ? 'Disable account' : 'Enable account'}
        </OpenButton>
      </header>
      <Stats figures={figures} narrow="pairs" />
      <Facts className={`facts breaks ${styles.facts}`} valueClass="tabular" facts={factsOf(user)} />
    </>
  )
}

function factsOf(user: UserDetail) {
  const sessions = user.activeSessions === 1 ? '1 active session' : `${user.activeSessions} active sessions`
  return [
    ['Email', user.email],
    ['Phone', user.phone || userMessages.noPhone],
    ['Registered', formatDateTime(user.createdAt)],
    ['Last login', user.lastLoginAt ? formatDateTime(user.lastLoginAt) : userMessages.never],
    ['Signed in', user.activeSessions === 0 ? 'Not signed in' : sessions],
    ['Completed orders', String(user.completedOrders)],
    ['Disabled', user.disabledAt && formatDateTime(user.disabledAt)],
  ] as const
}

const submissionColumns: readonly Column<UserSubmission>[] = [
  { name: 'Order', cell: ({ id }) => <OrderLink id={id} /> },
  {
    name: 'Card',
    cell: ({ cardType, cardNumber }) => (
      <>
        {cardType} <span className="mono muted">{cardNumber}</span>
      </>
    ),
  },
  { name: 'Value', cell: ({ cardValue }) => formatDollars(cardValue), kind: 'number' },
  { name: 'Payout', cell: ({ payoutAmount }) => formatDollars(payoutAmount), kind: 'number' },
  {
    name: 'Payout method',
    cell: ({ paymentMethod }) => (paymentMethod === 'N/A' ? 'N/A' : paymentTypeInfo[paymentMethod].name),
  },
  { name: 'Submitted', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: 'Status', cell: ({ status }) => <LabelTag label={statusLabels[status]} /> },
]

function UserSubmissions({ userId }: { userId: string }) {
  const [page, setPage] = useState(1)
  const query = trpc.admin.users.submissions.useQuery(
    { userId, page },
    { placeholderData: keepPreviousData, ...usePolling(POLL_MS) },
  )
  return (
    <Section id="orders-of-user" title="Orders" headClass="pad-bottom-2" className="pad-top-5">
      <TablePage
        query={query}
        what="orders"
        onPage={setPage}
        empty={<p className="muted">No orders yet</p>}
        name="Orders of this user, newest first"
        columns={submissionColumns}
      />
    </Section>
  )
}

const conversationColumns: readonly Column<UserConversation>[] = [
  {
    name: 'Subject',
    cell: ({ sessionId, subject }) => (
      <Link to="/admin" search={{ tab: 'chat', chat: sessionId }}>
        {subject}
      </Link>
    ),
    wraps: true,
  },
  { name: 'Messages', cell: ({ messageCount }) => messageCount, kind: 'number' },
  { name: 'Last activity', cell: ({ lastActivity }) => <Time at={lastActivity} /> },
  {
    name: 'Status',
    cell: ({ status }) => <Tag tone={status === 'open' ? 'ok' : 'off'}>{status === 'open' ? 'Open' : 'Closed'}</Tag>,
  },
]

function UserConversations({ userId }: { userId: string }) {
  const query = trpc.admin.users.conversations.useQuery({ userId }, usePolling(POLL_MS))
  return (
    <Section id="chats-of-user" title="Conversations" headClass="pad-bottom-2" className="pad-top-5">
      <ListState query={query} what="conversations">
        {(conversations) =>
          conversations.length === 0 ? (
            <p className="muted">No conversations yet</p>
          ) : (
            <Table
              name="Conversations of this user, most recent first"
              columns={conversationColumns}
              rows={conversations}
              rowKey={({ sessionId }) => sessionId}
            />
          )
        }
      </ListState>
    </Section>
  )
}

function ActiveDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  // Kept from the first render, because the mutation changes `user` before the dialog closes.
  const [active] = useState(!user.isActive)
  const form = useForm({ reason: '' }, undefined, { hasToast: false })
  const utils = trpc.useUtils()
  const change = trpc.admin.users.setActive.useMutation(
    useCall({
      form,
      failed: "That didn't work",
      toast: ({ isActive, name }) => ({ title: isActive ? 'Account enabled' : 'Account disabled', description: name }),
      onDone: (changed) => {
        utils.admin.users.get.setData({ userId: changed.id }, changed)
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      form={form}
      call={change}
      title={active ? `Enable ${user.name}?` : `Disable ${user.name}?`}
      description={
        active
          ? 'They can sign in again with their existing password.'
          : "They will be signed out everywhere and can't sign in. Open orders stay in the queue."
      }
      action={active ? 'Enable account' : 'Disable account'}
      isDanger={!active}
      onSubmit={({ reason }) =>
        change.mutate({ userId: user.id, isActive: active, reason: disableReasons.find((each) => each === reason) })
      }
      onClose={onClose}
    >
      {!active && (
        <SelectField
          label="Reason"
          optional
          hint="Saved in the audit log. The customer isn't notified."
          {...form.bind('reason')}
          options={[{ value: '', name: 'No reason' }, ...disableReasons.map((name) => ({ value: name, name }))]}
        />
      )}
    </FormDialog>
  )
}
