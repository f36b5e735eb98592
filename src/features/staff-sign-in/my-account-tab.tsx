import type { StaffProfile } from '#shared/account.ts'
import { staffRoleNames } from '#shared/staff-role.ts'
import styles from './my-account.module.css'

/** What belongs to the person who is signed in. */
export function MyAccountTab({ staff }: { staff: StaffProfile }) {
  return (
    <>
      <h2 className="visually-hidden">My account</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Name</dt>
          <dd>{staff.name}</dd>
        </div>
        <div>
          <dt>Username</dt>
          <dd className="mono">{staff.username}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>{staffRoleNames[staff.role]}</dd>
        </div>
      </dl>
    </>
  )
}
