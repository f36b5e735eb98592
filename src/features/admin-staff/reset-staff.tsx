import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { StaffMember } from '#shared/staff-schema.ts'
import { OneTimePassword } from './one-time-password.tsx'
import styles from './staff.module.css'

type Props = { member: StaffMember; onLocked: (isLocked: boolean) => void; onDone: () => void }

/** Resets the sign-in of a staff member after a confirmation and shows the one-time password once. */
export function ResetStaff({ member, onLocked, onDone }: Props) {
  const utils = trpc.useUtils()
  const [isAsking, setIsAsking] = useState(false)
  const reset = trpc.admin.staff.reset.useMutation({
    // A click outside must not close the dialog while it shows the password.
    onSuccess: () => onLocked(true),
    onSettled: () => utils.admin.staff.list.invalidate(),
  })
  return (
    <section aria-labelledby="reset-staff">
      <h3 id="reset-staff" className={styles.part}>
        Sign-in
      </h3>
      {reset.data ? (
        <OneTimePassword username={reset.data.username} password={reset.data.password} onDone={onDone} />
      ) : (
        <>
          {reset.isError && (
            <Notice tone="bad" role="alert">
              {reset.error.message}
            </Notice>
          )}
          <p className={styles.lead}>
            For a lost password or phone: a new one-time password, without a second factor. {member.name} is signed out
            everywhere.
          </p>
          {isAsking ? (
            <div className={styles.buttons}>
              <Button
                variant="danger"
                size="small"
                busy={reset.isPending}
                onClick={() => reset.mutate({ id: member.id })}
              >
                Reset Now
              </Button>
              <Button variant="secondary" size="small" onClick={() => setIsAsking(false)}>
                Keep
              </Button>
            </div>
          ) : (
            <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
              Reset Sign-in
            </Button>
          )}
        </>
      )}
    </section>
  )
}
