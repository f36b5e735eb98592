import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { counted } from '#client/lib/format.ts'
import { useForgetStaff } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { QuietButton } from '#client/ui/button.tsx'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import styles from './staff-frame.module.css'

type StaffFrameProps = { title: string; staff: StaffProfile; nav: ReactNode; children: ReactNode }

export function StaffFrame({ title, staff, nav, children }: StaffFrameProps) {
  const { signOut, leave, isSigningOut } = useStaffSignOut()
  useStaffChanges(staff.id)
  const end = useSessionEnd(staff.sessionEndsAt, leave)
  return (
    <div className={styles.frame}>
      <header className={`cluster gap-4 row-gap-0 line-bottom ${styles.header}`}>
        <Link to="/" className={`target gap-2 rigid strong brand bare nowrap ${styles.home}`} title="Back to Home">
          <LogoMark className="rigid" />
          <span className={styles.homeLabel}>Back to Home</span>
        </Link>
        <h1 className="visually-hidden">{title}</h1>
        <div className={`shrinks ${styles.areas}`}>{nav}</div>
        <div className={`row gap-0 push ${styles.person}`}>
          <p className={`muted nowrap ellipsis ${styles.who}`}>{staff.name || staff.username}</p>
          <QuietButton busy={isSigningOut} onClick={signOut}>
            Logout
          </QuietButton>
        </div>
      </header>
      <div className={styles.ending} role="status">
        {end.kind === 'ending' && (
          <Notice tone="warn" title={`Your session ends in ${counted(end.minutes, 'minute')}`}>
            Finish what you're doing, then sign in again to continue.
          </Notice>
        )}
      </div>
      <div className={styles.content}>{children}</div>
    </div>
  )
}

/** The frame of a staff page until the session is known, with the height it will have. */
export function StaffLoading() {
  return (
    <StaffPlainFrame title={<h1 className="text-base nowrap">Admin Dashboard</h1>}>
      <div className={styles.content}>
        <Skeleton lines={8} height="2.75rem" label="Loading admin dashboard..." />
      </div>
    </StaffPlainFrame>
  )
}

/** A staff page without areas: the session is not known, or something has to be done first. */
export function StaffPlainFrame({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={`cluster gap-4 row-gap-0 line-bottom ${styles.header}`}>
        <span className={`target gap-2 rigid strong brand bare nowrap ${styles.home}`}>
          <LogoMark className="rigid" />
        </span>
        {title}
      </header>
      {children}
    </div>
  )
}

function useSessionEnd(endsAt: string, onOver: () => void) {
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

/** The subscription also keeps the socket open, over which the server reports the end of this session. */
function useStaffChanges(staffId: string) {
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

/** `signOut` asks the server first and shows a toast when that fails. `leave` is for a session that has ended. */
export function useStaffSignOut() {
  const forget = useForgetStaff()
  const toast = useToast()
  const { mutate, isPending } = trpc.admin.session.signOut.useMutation()

  const leave = useCallback(() => {
    forget()
    mutate()
  }, [forget, mutate])

  const signOut = () => {
    const onError = () =>
      toast({ title: 'Error', description: 'You could not be signed out. Please try again.', tone: 'error' })
    mutate(undefined, { onSuccess: forget, onError })
  }

  return { signOut, leave, isSigningOut: isPending }
}
