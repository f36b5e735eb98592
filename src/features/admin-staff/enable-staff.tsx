import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { StaffMember } from '#shared/staff-role.ts'
import styles from './staff.module.css'

/** Keeps somebody out, or lets them in again: either can be taken back, so neither is asked twice. */
export function EnableStaff({ member, onDone }: { member: StaffMember; onDone: () => void }) {
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
