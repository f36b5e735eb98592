import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { UserConversation } from '#shared/registered-user-schema.ts'
import { LoadError } from './load-error.tsx'
import table from './table.module.css'
import { usePolling } from './use-users.ts'
import styles from './user-page.module.css'

/** Support conversations of the user, each linked to the support inbox. */
export function UserConversations({ userId }: { userId: string }) {
  const { data, error, isError, refetch } = trpc.admin.users.conversations.useQuery({ userId }, usePolling())
  return (
    <section className={styles.section} aria-labelledby="chats-of-user">
      <h3 id="chats-of-user">Conversations</h3>
      {!data && isError && (
        <LoadError
          title="The conversations could not be loaded"
          message={error.message}
          code={error.data?.code}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isError && <Skeleton lines={2} height="2rem" label="Loading conversations..." />}
      {data?.length === 0 && <p className="muted">No conversations yet</p>}
      {data && data.length > 0 && <ConversationTable conversations={data} />}
    </section>
  )
}

function ConversationTable({ conversations }: { conversations: readonly UserConversation[] }) {
  return (
    <ScrollRegion className={table.region} aria-label="Conversations of this user">
      <table className={table.table}>
        <caption className="visually-hidden">Conversations of this user, the last active first</caption>
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
                <Link to="/admin" search={{ tab: 'chat', session: sessionId }} className={table.link}>
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
