import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#client/lib/format.ts'
import { Tag } from '#client/ui/badge.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { userMessages } from '#shared/registered-user.ts'
import type { RegisteredUser } from '#shared/registered-user-schema.ts'
import styles from './table.module.css'

/** One row per registered user. Scrolls horizontally on small screens, with a sticky name column. */
export function UserTable({ users }: { users: readonly RegisteredUser[] }) {
  return (
    <ScrollRegion className={styles.region} aria-label="Registered users">
      <table className={styles.table}>
        <caption className="visually-hidden">Registered users</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Username</th>
            <th scope="col">Email</th>
            <th scope="col">Phone</th>
            <th scope="col" className={styles.number}>
              Trades
            </th>
            <th scope="col">Registered</th>
            <th scope="col">Last login</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function UserRow({ user }: { user: RegisteredUser }) {
  const none = (label: string) => <span className="muted">{label}</span>
  return (
    <tr>
      <th scope="row">
        <Link to="/admin/users/$id" params={{ id: user.id }} className={styles.link}>
          {user.name}
        </Link>
      </th>
      <td>{user.username ?? none(userMessages.noUsername)}</td>
      <td>{user.email}</td>
      <td className={styles.nowrap}>{user.phone || none(userMessages.noPhone)}</td>
      <td className={styles.number}>{user.tradeCount}</td>
      <td className={styles.nowrap}>
        <time dateTime={user.createdAt}>{formatDateTime(user.createdAt)}</time>
      </td>
      <td className={styles.nowrap}>
        {user.lastLoginAt ? (
          <time dateTime={user.lastLoginAt}>{formatDateTime(user.lastLoginAt)}</time>
        ) : (
          none(userMessages.never)
        )}
      </td>
      <td>
        <ActiveTag isActive={user.isActive} />
      </td>
    </tr>
  )
}

export function ActiveTag({ isActive }: { isActive: boolean }) {
  return <Tag tone={isActive ? 'ok' : 'off'}>{isActive ? userMessages.active : userMessages.inactive}</Tag>
}
