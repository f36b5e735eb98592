import { useEffect, useRef } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { StaffProfile } from '#shared/account.ts'
import type { RequiredAction } from '#shared/staff-role.ts'
import { ChangeStaffPasswordForm } from './change-staff-password-form.tsx'
import { EnrolSecondFactor } from './enrol-second-factor.tsx'
import styles from './staff-sign-in.module.css'
import { useStaffSignOut } from './use-staff-sign-out.ts'

const words = {
  'replace-password': {
    title: 'Choose your own password',
    lead: 'The one you were given works this once. Nobody but you should know the next.',
  },
  'add-second-factor': {
    title: 'Set up a second factor',
    lead: 'Everybody who works here signs in with a code of their phone beside the password.',
  },
} as const

/** What somebody has to do before the staff area opens. Once it is done, the page changes by itself. */
export function RequiredActionPage({ staff, duty }: { staff: StaffProfile; duty: RequiredAction }) {
  const utils = trpc.useUtils()
  const { signOut, isSigningOut } = useStaffSignOut()
  const heading = useRef<HTMLHeadingElement>(null)
  const goOn = () => void utils.account.session.invalidate()

  // The focus is outside React; the button that had it has left the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another duty is another page under the same heading
  useEffect(() => heading.current?.focus(), [duty])

  return (
    <div className={`page ${styles.page}`}>
      <div className={classNames(styles.form, duty === 'add-second-factor' && styles.wide)}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {words[duty].title}
        </h1>
        <p className={styles.lead}>{words[duty].lead}</p>
        {duty === 'replace-password' ? (
          <ChangeStaffPasswordForm username={staff.username} onDone={goOn} />
        ) : (
          <EnrolSecondFactor headingLevel={2} onDone={goOn} />
        )}
        <div className={styles.others}>
          <Button variant="quiet" size="small" busy={isSigningOut} onClick={signOut}>
            Logout
          </Button>
        </div>
      </div>
    </div>
  )
}
