import { useState } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import { type StaffMember, staffMessages } from '#shared/staff-role.ts'
import { EditStaffForm } from './edit-staff-form.tsx'
import { EnableStaff } from './enable-staff.tsx'
import { ResetStaff } from './reset-staff.tsx'
import styles from './staff.module.css'

type Props = {
  /** As it stood when the dialog opened. */
  member: StaffMember
  selfId: string
  onClose: () => void
}

/** What an owner can do about one member of staff: name and role, a new password, and whether they are let in. */
export function StaffDialog({ member, selfId, onClose }: Props) {
  // While a password stands there that is shown once, it is the only thing to do.
  const [isLocked, setIsLocked] = useState(false)
  const locked = member.isConfigured ? staffMessages.configured : member.id === selfId ? staffMessages.self : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={isLocked}
      title={member.name}
      description={<span className="mono">{member.username}</span>}
    >
      <div className={styles.sections}>
        {!isLocked && <EditStaffForm member={member} roleLocked={locked} onDone={onClose} />}
        {locked === undefined && (
          <>
            <ResetStaff member={member} onLocked={setIsLocked} onDone={onClose} />
            {!isLocked && <EnableStaff member={member} onDone={onClose} />}
          </>
        )}
      </div>
    </Dialog>
  )
}
