import { trpc } from '#client/lib/trpc.ts'

/** Whose sessions: a browser can have one of each kind. */
export type Whose = 'customer' | 'staff'

type SessionCalls = {
  sessions: typeof trpc.account.sessions
  endSession: typeof trpc.account.endSession
  endOtherSessions: typeof trpc.account.endOtherSessions
}

const calls: Readonly<Record<Whose, SessionCalls>> = {
  customer: trpc.account,
  staff: {
    sessions: trpc.admin.me.sessions,
    endSession: trpc.admin.me.endSession,
    endOtherSessions: trpc.admin.me.endOtherSessions,
  },
}

/** The calls about where somebody is signed in: the same for customers and staff, under different doors. */
export function useSessionCalls(whose: Whose): SessionCalls {
  return calls[whose]
}

/** Reads the list of them again. */
export function useRereadSessions(whose: Whose): () => Promise<void> {
  const utils = trpc.useUtils()
  return () => (whose === 'staff' ? utils.admin.me.sessions : utils.account.sessions).invalidate()
}
