import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { staffMessages } from '#shared/staff-role.ts'
import type { StaffMember } from '#shared/staff-schema.ts'
import { EditStaffForm } from './edit-staff-form.tsx'
import { ResetStaff } from './reset-staff.tsx'
import styles from './staff.module.css'

type Props = {
  /** Snapshot from the time the dialog was opened. */
  member: StaffMember
  selfId: string
  onClose: () => void
}

/** Lets an owner edit, reset, disable or enable a staff account. */
export function StaffDialog({ member, selfId, onClose }: Props) {
  // True while a one-time password is shown: the dialog then offers nothing else.
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

/** Disables or enables an account. Both can be undone, so there is no confirmation. */
function EnableStaff({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const utils = trpc.useUtils()
  const toast = useToast()
  const { isActive, name } = member
  const set = trpc.admin.staff.setActive.useMutation({
    onSuccess: () => {
      toast({ title: isActive ? `${name} is disabled` : `${name} can sign in again` })
      onDone()
    },
    onSettled: () => utils.admin.staff.list.invalidate(),
  })
  return (
    <section aria-labelledby="enable-staff">
      <h3 id="enable-staff" className={styles.part}>
        Account
      </h3>
      {set.isError && (
        <Notice tone="bad" role="alert">
          {set.error.message}
        </Notice>
      )}
      <p className={styles.lead}>
        {isActive
          ? `Disabled, ${name} is signed out everywhere at once and cannot sign in. What they did stays.`
          : `${name} is disabled and cannot sign in.`}
      </p>
      <Button
        variant={isActive ? 'danger' : 'secondary'}
        size="small"
        busy={set.isPending}
        onClick={() => set.mutate({ id: member.id, isActive: !isActive })}
      >
        {isActive ? 'Disable' : 'Enable'}
      </Button>
    </section>
  )
}
