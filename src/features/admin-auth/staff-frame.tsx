import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { StaffProfile } from '#shared/account.ts'
import styles from './staff-frame.module.css'
import { useSessionEnd } from './use-session-end.ts'
import { useStaffChanges } from './use-staff-changes.ts'
import { useStaffSignOut } from './use-staff-sign-out.ts'

/** A link to the page one is on, whichever tab or filter of it, is the current one. */
const pageOnly = { exact: true, includeSearch: false }

/** The staff page around its tabs: heading, ways to the other pages and home, Logout, and the warning before the session ends. */
export function StaffFrame({ title, staff, children }: { title: string; staff: StaffProfile; children: ReactNode }) {
  const { signOut, leave, isSigningOut } = useStaffSignOut()
  useStaffChanges(staff.id)
  const end = useSessionEnd(staff.sessionEndsAt, leave)

  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.who}>{staff.name || staff.username}</p>
        <Link to="/admin" activeOptions={pageOnly} className={buttonClass('quiet', 'small')}>
          Dashboard
        </Link>
        <Link to="/admin/settings" activeOptions={pageOnly} className={buttonClass('quiet', 'small')}>
          Settings
        </Link>
        <Link to="/" className={buttonClass('quiet', 'small')}>
          Back to Home
        </Link>
        <Button variant="secondary" size="small" busy={isSigningOut} onClick={signOut}>
          Logout
        </Button>
      </div>
      <div className={styles.ending} role="status">
        {end.kind === 'ending' && (
          <Notice tone="warn" title={`Your session ends in ${end.minutes} ${end.minutes === 1 ? 'minute' : 'minutes'}`}>
            Finish what you are doing, then sign in again to go on.
          </Notice>
        )}
      </div>
      {children}
    </div>
  )
}
