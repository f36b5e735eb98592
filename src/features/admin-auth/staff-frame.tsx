import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs, type TabsProps } from '#client/ui/tabs.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import styles from './staff-frame.module.css'
import { useStaffSignOut } from './use-staff-sign-out.ts'

/** Matches the current page whatever its search parameters are. */
const pageOnly = { exact: true, includeSearch: false }

type StaffFrameProps = {
  title: string
  staff: StaffProfile
  /** The tabs of the page, shown in the header. */
  tabs?: Pick<TabsProps, 'label' | 'value' | 'onValueChange' | 'tabs'>
  children?: ReactNode
}

/** Layout of the staff pages: the header with the tabs of the page, and the warning before the session ends. */
export function StaffFrame({ title, staff, tabs, children }: StaffFrameProps) {
  const { signOut, leave, isSigningOut } = useStaffSignOut()
  const { mayPay } = useStaffPermissions()
  useStaffChanges(staff.id)
  const end = useSessionEnd(staff.sessionEndsAt, leave)

  const header = (tabList?: ReactNode) => (
    <>
      <header className={`cluster gap-4 row-gap-0 ${styles.header}`}>
        <Link to="/" className={`row gap-2 rigid strong nowrap ${styles.home}`}>
          <LogoMark className="rigid" />
          <span className={styles.homeLabel}>Back to Home</span>
        </Link>
        <h1 className={classNames('text-base nowrap', tabList !== undefined && styles.besideTabs)}>{title}</h1>
        <div className={styles.tabs}>{tabList}</div>
        <div className={`cluster end gap-0 push ${styles.links}`}>
          <p className={styles.who}>{staff.name || staff.username}</p>
          <Link to="/admin" activeOptions={pageOnly} className={buttonClass('quiet', 'small')}>
            Dashboard
          </Link>
          {mayPay && (
            <>
              <Link to="/admin/payouts" activeOptions={pageOnly} className={buttonClass('quiet', 'small')}>
                Payouts
              </Link>
              <Link to="/admin/rates" activeOptions={pageOnly} className={buttonClass('quiet', 'small')}>
                Rates
              </Link>
            </>
          )}
          <Link to="/admin/settings" activeOptions={pageOnly} className={buttonClass('quiet', 'small')}>
            Settings
          </Link>
          <Button variant="quiet" size="small" busy={isSigningOut} onClick={signOut}>
            Logout
          </Button>
        </div>
      </header>
      <div className={styles.ending} role="status">
        {end.kind === 'ending' && (
          <Notice tone="warn" title={`Your session ends in ${end.minutes} ${end.minutes === 1 ? 'minute' : 'minutes'}`}>
            Finish what you're doing, then sign in again to continue.
          </Notice>
        )}
      </div>
    </>
  )
  return (
    <div className={styles.frame}>
      {tabs ? (
        <Tabs {...tabs} bar={header} contentClass={styles.content} />
      ) : (
        <>
          {header()}
          <div className={styles.content}>{children}</div>
        </>
      )}
    </div>
  )
}

/** The frame of a staff page until the session is known, with the height it will have. */
export function StaffLoading() {
  return (
    <div className={styles.frame}>
      <header className={`cluster gap-4 row-gap-0 ${styles.header}`}>
        <span className={`row gap-2 rigid strong nowrap ${styles.home}`}>
          <LogoMark className="rigid" />
        </span>
        <h1 className="text-base nowrap">Admin Dashboard</h1>
      </header>
      <div className={styles.content}>
        <Skeleton lines={8} height="2.75rem" label="Loading admin dashboard..." />
      </div>
    </div>
  )
}

/** Returns the state of a session that ends at `endsAt` (ISO 8601); calls `onOver` once it has ended. */
function useSessionEnd(endsAt: string, onOver: () => void): SessionEnd {
  const [now, setNow] = useState(() => Date.now())

  // Timers do not run while a laptop sleeps, so the clock is also checked when the page becomes visible.
  useEffect(() => {
    const check = () => {
      setNow(Date.now())
      if (sessionEnd(endsAt, Date.now()).kind === 'over') onOver()
    }
    check()
    const timer = setInterval(check, SESSION_CHECK_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [endsAt, onOver])

  return sessionEnd(endsAt, now)
}

const SESSION_CHECK_MS = 60_000
const SESSION_WARNING_MS = 5 * 60_000

/** State of a staff session. `minutes` is rounded up, so it is never 0. */
type SessionEnd = { kind: 'open' } | { kind: 'ending'; minutes: number } | { kind: 'over' }

/** The state at `now` (epoch ms) of a session that ends at `endsAt` (ISO 8601); an invalid time counts as over. */
export function sessionEnd(endsAt: string, now: number): SessionEnd {
  const left = Date.parse(endsAt) - now
  if (!(left > 0)) return { kind: 'over' }
  return left <= SESSION_WARNING_MS ? { kind: 'ending', minutes: Math.ceil(left / 60_000) } : { kind: 'open' }
}

/**
 * Invalidates staff data when the server reports a change. The subscription also keeps the socket open, over which the
 * server reports the end of this session.
 */
function useStaffChanges(staffId: string): void {
  const utils = trpc.useUtils()
  const refresh = (changed: string | null) => {
    void utils.admin.staff.list.invalidate()
    if (changed === null || changed === staffId) void utils.account.session.invalidate()
  }
  trpc.admin.staff.watch.useSubscription(undefined, {
    // Changes before the subscription started, or while it was down, were not delivered.
    onStarted: () => refresh(null),
    onData: (change) => refresh(change.staffId),
  })
}
