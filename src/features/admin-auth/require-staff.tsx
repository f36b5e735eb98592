import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useSession } from '#client/lib/session.ts'
import { onSessionEnd } from '#client/lib/session-end.ts'
import { setStaffChanges } from '#client/lib/staff-changes.ts'
import { useForgetStaff } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import styles from './require-staff.module.css'
import { StaffLoading } from './staff-frame.tsx'
import { StaffSignIn } from './staff-sign-in.tsx'

const RequiredActionPage = lazyPart(() => import('./required-action.tsx'), 'RequiredActionPage', PartFailed)

/** 'Access Denied' for customers, the login form for all others. A required action comes before `children`. */
export function RequireStaff({ children }: { children: (staff: StaffProfile) => ReactNode }) {
  const { customer, staff, isLoading } = useSession()
  const [wantsForm, setWantsForm] = useState(false)
  const client = useQueryClient()
  // During the first render, because the calls of a screen take these defaults in theirs.
  useState(() => setStaffChanges(client))
  useLostStaffSession()
  if (isLoading) return <StaffLoading />
  if (staff?.mustDo) return <RequiredActionPage staff={staff} action={staff.mustDo} />
  if (staff) return children(staff)
  if (customer && !wantsForm) return <AccessDenied onStaffSignIn={() => setWantsForm(true)} />
  return <StaffSignIn takesFocus={wantsForm} />
}

function AccessDenied({ onStaffSignIn }: { onStaffSignIn: () => void }) {
  return (
    <div className={`page ${styles.page}`}>
      <StateMessage
        title="Access Denied"
        headingLevel={1}
        action={
          <>
            <Link to="/" className={buttonClass('primary')}>
              Return to Home
            </Link>
            <Button variant="quiet" onClick={onStaffSignIn}>
              Staff sign in
            </Button>
          </>
        }
      >
        You don't have permission to access the admin dashboard.
      </StateMessage>
    </div>
  )
}

function useLostStaffSession() {
  const utils = trpc.useUtils()
  const forget = useForgetStaff()
  const toast = useToast()

  // The socket and the HTTP responses report the end of a session.
  useEffect(() => {
    const isShown = () => Boolean(utils.account.session.getData()?.staff)
    const check = async () => {
      if (!isShown()) return
      const { staff } = await utils.client.account.session.query()
      // A sign-out in this tab has cleared the session during the request.
      if (staff || !isShown()) return
      forget()
      toast({ title: 'You have been signed out', description: 'Please sign in again to continue.' })
    }
    return onSessionEnd(() => void check().catch(() => undefined))
  }, [utils, forget, toast])
}
