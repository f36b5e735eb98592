import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#client/lib/format.ts'
import { useSignInAgain } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { UserConversation } from '#shared/registered-user-schema.ts'
import table from './table.module.css'
import { usePolling } from './use-users.ts'
import styles from './user-page.module.css'

/** Support conversations of the user, each linked to the support inbox. */
export function UserConversations({ userId }: { userId: string }) {
  const query = trpc.admin.users.conversations.useQuery({ userId }, usePolling())
  const signIn = useSignInAgain(query.error)
  return (
    <section className={styles.section} aria-labelledby="chats-of-user">
      <h3 id="chats-of-user">Conversations</h3>
      <QueryState
        query={query}
        loading={<Skeleton lines={2} height="2rem" label="Loading conversations..." />}
        failed={({ error, retry }) => (
          <FailedMessage title="We couldn't load the conversations" retry={retry} signIn={signIn}>
            {error.message}
          </FailedMessage>
        )}
      >
        {(conversations) =>
          conversations.length === 0 ? (
            <p className="muted">No conversations yet</p>
          ) : (
            <ConversationTable conversations={conversations} />
          )
        }
      </QueryState>
    </section>
  )
}

function ConversationTable({ conversations }: { conversations: readonly UserConversation[] }) {
  return (
    <ScrollRegion className={table.region} aria-label="Conversations of this user">
      <table className={table.table}>
        <caption className="visually-hidden">Conversations of this user, most recent first</caption>
        <thead>
          <tr>
            <th scope="col">Subject</th>
            <th scope="col" className={table.number}>
              Messages
            </th>
            <th scope="col">Last activity</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {conversations.map(({ sessionId, subject, messageCount, lastActivity, status }) => (
            <tr key={sessionId}>
              <th scope="row">
                <Link to="/admin" search={{ tab: 'chat', chat: sessionId }} className={table.link}>
                  {subject}
                </Link>
              </th>
              <td className={table.number}>{messageCount}</td>
              <td className={table.nowrap}>
                <time dateTime={lastActivity}>{formatDateTime(lastActivity)}</time>
              </td>
              <td>
                <Tag tone={status === 'open' ? 'ok' : 'off'}>{status === 'open' ? 'Open' : 'Closed'}</Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
