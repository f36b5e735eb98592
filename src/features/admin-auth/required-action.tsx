import { useEffect, useRef } from 'react'
import { ChangePasswordForm } from '#client/calls/change-password-form.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { QuietButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { StaffProfile } from '#shared/account-schema.ts'
import type { RequiredAction } from '#shared/staff-role.ts'
import { EnrolSecondFactor } from './enrol-second-factor.tsx'
import account from './my-account.module.css'
import { StaffPlainFrame, useStaffSignOut } from './staff-frame.tsx'
import styles from './staff-sign-in.module.css'
import { typedPassword } from './staff-sign-in.tsx'

const messages = {
  'replace-password': {
    title: 'Choose your own password',
    lead: 'Your temporary password works once. Choose a new one that only you know.',
  },
  'add-second-factor': {
    title: 'Set up two-step verification',
    lead: 'All staff sign in with a password and a code from their phone.',
  },
} as const

/** The action that a staff member must complete before using the staff area. The updated session replaces the page. */
export function RequiredActionPage({ staff, action }: { staff: StaffProfile; action: RequiredAction }) {
  const utils = trpc.useUtils()
  const { signOut, isSigningOut } = useStaffSignOut()
  const heading = useRef<HTMLHeadingElement>(null)
  const goOn = () => void utils.account.session.invalidate()
  const passwordChanged = () => {
    typedPassword.set(undefined)
    goOn()
  }

  // The button that had the focus is unmounted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next action reuses the same heading
  useEffect(() => heading.current?.focus(), [action])

  return (
    <StaffPlainFrame>
      <div className={`page ${styles.page}`}>
        <div className={classNames(styles.form, action === 'add-second-factor' && styles.wide)}>
          <h1 ref={heading} tabIndex={-1} className="margin-bottom-2">
            {messages[action].title}
          </h1>
          <p className="muted margin-bottom-4">{messages[action].lead}</p>
          {action === 'replace-password' ? (
            <ChangePasswordForm
              isStaff
              className={account.form}
              username={staff.username}
              current={typedPassword.get()}
              onDone={passwordChanged}
            />
          ) : (
            <EnrolSecondFactor headingLevel={2} onDone={goOn} />
          )}
          <div className="cluster stretch spread gap-2">
            <QuietButton
              busy={isSigningOut}
              onClick={() => {
                typedPassword.set(undefined)
                signOut()
              }}
            >
              Logout
            </QuietButton>
          </div>
        </div>
      </div>
    </StaffPlainFrame>
  )
}
