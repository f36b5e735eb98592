import { Link } from '@tanstack/react-router'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { Tag } from '#client/ui/badge.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import type { UserConversation } from '#shared/registered-user-schema.ts'
import { POLL_MS } from './use-users.ts'

const columns: readonly Column<UserConversation>[] = [
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

export function UserConversations({ userId }: { userId: string }) {
  const query = trpc.admin.users.conversations.useQuery({ userId }, usePolling(POLL_MS))
  return (
    <section className="pad-top-5" aria-labelledby="chats-of-user">
      <h3 id="chats-of-user" className="pad-bottom-2">
        Conversations
      </h3>
      <ListState query={query} what="conversations">
        {(conversations) =>
          conversations.length === 0 ? (
            <p className="muted">No conversations yet</p>
          ) : (
            <Table
              name="Conversations of this user, most recent first"
              columns={columns}
              rows={conversations}
              rowKey={({ sessionId }) => sessionId}
            />
          )
        }
      </ListState>
    </section>
  )
}
