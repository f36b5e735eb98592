import { Link } from '@tanstack/react-router'
import { Tag } from '#client/ui/badge.tsx'
import type { Column } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { userMessages } from '#shared/registered-user.ts'
import type { RegisteredUser } from '#shared/registered-user-schema.ts'

const none = (label: string) => <span className="muted">{label}</span>

export const userColumns: readonly Column<RegisteredUser>[] = [
  {
    name: 'Name',
    cell: ({ id, name }) => (
      <Link to="/admin/users/$id" params={{ id }}>
        {name}
      </Link>
    ),
    wraps: true,
  },
  { name: 'Username', cell: ({ username }) => username ?? none(userMessages.noUsername) },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Phone', cell: ({ phone }) => phone || none(userMessages.noPhone) },
  { name: 'Trades', cell: ({ tradeCount }) => tradeCount, kind: 'number' },
  { name: 'Registered', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    name: 'Last login',
    cell: ({ lastLoginAt }) => (lastLoginAt ? <Time at={lastLoginAt} /> : none(userMessages.never)),
  },
  { name: 'Status', cell: ({ isActive }) => <ActiveTag isActive={isActive} /> },
]

export function ActiveTag({ isActive }: { isActive: boolean }) {
  return <Tag tone={isActive ? 'ok' : 'off'}>{isActive ? userMessages.active : userMessages.inactive}</Tag>
}
