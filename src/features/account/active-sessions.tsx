import { useRef } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { formatAge, formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { CallButton, SmallButton } from '#client/ui/button.tsx'
import { FailedNotice, QueryPart } from '#client/ui/query-state.tsx'
import { Section } from '#client/ui/section.tsx'
import type { ActiveSession } from '#shared/recovery-schema.ts'

/** The sessions of the customer or staff member. All but the current one can be ended. */
export function ActiveSessions({ whose = 'customer' }: { whose?: Whose }) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  // Other browsers change this list without notice, so it is refetched on every mount.
  const query = calls[whose].sessions.useQuery(undefined, { staleTime: 0 })
  // The clicked button is unmounted with its row, so the focus moves to the heading of the list.
  const focusHeading = () => headingRef.current?.focus()
  const endOthers = calls[whose].endOtherSessions.useMutation(
    useEnding({ whose, description: 'Your other devices are signed out.', onEnded: focusHeading }),
  )
  return (
    <Section id="active-sessions" title="Active sessions" headRef={headingRef} headClass="margin-bottom-3">
      {query.isRefetchError && <FailedNotice title={failed} retry={() => void query.refetch()} />}
      <QueryPart {...{ query, failed }} failedAs="notice" lines={2} height="3.5rem" label="Loading active sessions...">
        {(sessions) => (
          <>
            <ul className="plain lines-between">
              {sessions.map((session) => (
                <SessionRow
                  key={session.id}
                  whose={whose}
                  session={session}
                  readAt={query.dataUpdatedAt}
                  onEnded={focusHeading}
                />
              ))}
            </ul>
            {sessions.length > 1 && (
              <div className="margin-top-3">
                <SmallButton busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
                  Sign out everywhere else
                </SmallButton>
              </div>
            )}
          </>
        )}
      </QueryPart>
    </Section>
  )
}

type SessionRowProps = {
  whose: Whose
  session: ActiveSession
  /** When the list was read, in epoch milliseconds. */
  readAt: number
  onEnded: () => void
}

function SessionRow({ whose, session, readAt, onEnded }: SessionRowProps) {
  const end = calls[whose].endSession.useMutation(
    useEnding({ whose, description: 'That device is signed out.', onEnded }),
  )
  const { device, isCurrent, signedInAt, lastSeenAt } = session
  const age = formatAge(lastSeenAt, readAt)
  const signedIn = formatDateTime(signedInAt)
  return (
    <li className="row spread gap-3 pad-block-2">
      <div className="shrinks breaks">
        <p className="cluster gap-3 row-gap-1 strong">
          {device}
          {isCurrent && <Tag tone="ok">This device</Tag>}
        </p>
        <p className="cluster stretch gap-3 row-gap-0 muted text-sm">
          <span>
            Signed in <time dateTime={signedInAt}>{signedIn}</time>
          </span>
          {!isCurrent && <span>Last seen {age === 'now' ? 'just now' : `${age} ago`}</span>}
        </p>
      </div>
      {!isCurrent && (
        <CallButton
          variant="quiet"
          className="rigid"
          aria-label={`Sign out ${device}, signed in ${signedIn}`}
          call={end}
          input={{ id: session.id }}
        >
          Sign out
        </CallButton>
      )}
    </li>
  )
}

const failed = "We couldn't load your sessions"
const endFailed = { title: 'Error', message: "We couldn't sign that device out. Please try again." }

function useEnding({ whose, description, onEnded }: { whose: Whose; description: string; onEnded: () => void }) {
  return useCall({
    failed: endFailed,
    toast: { title: 'Signed out', description },
    onDone: onEnded,
    changes: [whose === 'staff' ? 'admin.me.sessions' : 'account.sessions'],
  })
}

type Whose = 'customer' | 'staff'

type SessionCalls = {
  sessions: typeof trpc.account.sessions
  endSession: typeof trpc.account.endSession
  endOtherSessions: typeof trpc.account.endOtherSessions
}

const calls: Readonly<Record<Whose, SessionCalls>> = { customer: trpc.account, staff: trpc.admin.me }
