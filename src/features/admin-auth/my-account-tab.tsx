import type { ReactNode } from 'react'
import { useToast } from '#client/ui/toast.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import { recoveryMessages } from '#shared/recovery.ts'
import { staffRoleNames } from '#shared/staff-role.ts'
import { ChangeStaffPasswordForm } from './change-staff-password-form.tsx'
import styles from './my-account.module.css'
import { SecondFactorSection } from './second-factor-section.tsx'

export function MyAccountTab({ staff, sessions }: { staff: StaffProfile; sessions: ReactNode }) {
  const toast = useToast()
  const showChanged = () =>
    toast({ title: recoveryMessages.passwordChangedTitle, description: recoveryMessages.passwordChanged })
  return (
    <div className={`stack gap-6 ${styles.sections}`}>
      <h2 className="visually-hidden">My account</h2>
      <dl className="facts breaks cluster stretch gap-6 row-gap-3">
        {staff.name !== staff.username && (
          <div>
            <dt>Name</dt>
            <dd>{staff.name}</dd>
          </div>
        )}
        <div>
          <dt>Username</dt>
          <dd>{staff.username}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>{staffRoleNames[staff.role]}</dd>
        </div>
      </dl>
      <section aria-labelledby="change-password">
        <h3 id="change-password" className={`margin-bottom-3 text-lg ${styles.heading}`}>
          Password
        </h3>
        <ChangeStaffPasswordForm username={staff.username} onDone={showChanged} />
      </section>
      <SecondFactorSection />
      {sessions}
    </div>
  )
}
