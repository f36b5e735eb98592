import { formatDateTime } from '#client/lib/format.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { type StaffMember, staffRoleNames } from '#shared/staff-role.ts'
import styles from './staff.module.css'

type Props = { staff: readonly StaffMember[]; selfId: string; onChange: (member: StaffMember) => void }

/** Everybody who works here, one row each; small screens scroll it sideways. */
export function StaffTable({ staff, selfId, onChange }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
    <section className={styles.scroll} aria-label="Staff accounts" tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">Staff accounts</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Second factor</th>
            <th scope="col">Last sign-in</th>
            <th scope="col">Account</th>
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {staff.map((member) => (
            <tr key={member.id} data-off={!member.isActive || undefined}>
              <th scope="row">
                <span className={styles.name}>{member.name}</span>
                <span className={styles.username}>
                  {member.username}
                  {member.id === selfId && ' (you)'}
                </span>
              </th>
              <td>{staffRoleNames[member.role]}</td>
              <td>{member.hasSecondFactor ? <Tag tone="ok">On</Tag> : <Tag tone="off">Off</Tag>}</td>
              <td>{member.lastLoginAt ? formatDateTime(member.lastLoginAt) : 'Never'}</td>
              <td>
                <AccountState member={member} />
              </td>
              <td className={styles.action}>
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Change ${member.name}`}
                  onClick={() => onChange(member)}
                >
                  Change
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function AccountState({ member }: { member: StaffMember }) {
  if (!member.isActive) return <Tag tone="bad">Disabled</Tag>
  if (member.hasOneTimePassword) return <Tag tone="warn">One-time password</Tag>
  return (
    <>
      <Tag tone="ok">Active</Tag>
      {member.isConfigured && <span className={styles.note}>Set by ADMIN_USERNAME</span>}
    </>
  )
}
