import { useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { staffRoleNames } from '#shared/staff-role.ts'
import type { StaffMember } from '#shared/staff-schema.ts'
import { AddStaffDialog } from './add-staff-dialog.tsx'
import { LinkedCustomer } from './linked-customer.tsx'
import styles from './staff.module.css'
import { StaffDialog } from './staff-dialog.tsx'

const POLL_MS = 30_000

/** Staff accounts, for owners. Changes are pushed. `selfId` is the signed-in owner. */
export function StaffTab({ selfId }: { selfId: string }) {
  const live = useLive()
  const query = trpc.admin.staff.list.useQuery(undefined, {
    // Public pages receive no staff changes, so the list is refetched on mount.
    staleTime: 0,
    refetchInterval: live ? false : POLL_MS,
    refetchIntervalInBackground: false,
  })
  const [isAdding, setIsAdding] = useState(false)
  const [changed, setChanged] = useState<StaffMember>()

  return (
    <>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>Staff</h2>
          <p className={styles.lead}>
            Owners have full access. Reviewers see card photos and numbers and decide orders. Support answers customers.
            Finance pays them.
          </p>
        </div>
        <Button size="small" onClick={() => setIsAdding(true)}>
          Add staff
        </Button>
      </div>
      <QueryState
        query={query}
        loading={<Skeleton lines={4} height="3rem" label="Loading staff..." />}
        failed={({ retry }) => (
          <FailedMessage title="We couldn't load the staff" headingLevel={3} retry={retry}>
            Nothing has changed.
          </FailedMessage>
        )}
      >
        {(staff) => <StaffTable staff={staff} selfId={selfId} onChange={setChanged} />}
      </QueryState>
      {isAdding && <AddStaffDialog onClose={() => setIsAdding(false)} />}
      {changed && (
        <StaffDialog key={changed.id} member={changed} selfId={selfId} onClose={() => setChanged(undefined)} />
      )}
    </>
  )
}

type Props = { staff: readonly StaffMember[]; selfId: string; onChange: (member: StaffMember) => void }

/** One row per staff account; scrolls horizontally on small screens. */
function StaffTable({ staff, selfId, onChange }: Props) {
  return (
    <ScrollRegion className={styles.scroll} aria-label="Staff accounts">
      <table className={styles.table}>
        <caption className="visually-hidden">Staff accounts</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Two-step verification</th>
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
                {member.alsoCustomers.map((link) => (
                  <LinkedCustomer key={link.customerId} link={link} />
                ))}
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
    </ScrollRegion>
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
