import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getLostSession, type LostSession, setLostSession } from '#client/lib/expired-session.ts'
import { useSession, useSetCustomer } from '#client/lib/session.ts'
import { onOtherTab, type SessionSign } from '#client/lib/session-channel.ts'
import { onSessionEnd } from '#client/lib/session-end.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import type { CustomerProfile, SessionEndReason } from '#shared/account.ts'
import { accountDisabled } from '#shared/account-disabled.ts'
import { dropReadData, useForgetCustomer } from './use-forget-customer.ts'

/** How long somebody whose session was lost can come back to what they typed. */
const KEPT_MS = 15 * 60 * 1000

type WatchDeps = {
  utils: ReturnType<typeof trpc.useUtils>
  queryClient: QueryClient
  setCustomer: (customer: CustomerProfile | null) => void
  forget: () => void
  toast: ReturnType<typeof useToast>
}

/** Shows at once that a session ended elsewhere or by time, and that somebody signed in or out in another tab. */
export function SessionWatch() {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const setCustomer = useSetCustomer()
  const forget = useForgetCustomer()
  const toast = useToast()
  const { customer } = useSession()

  // The network and the other tabs. Without the server nothing is known, and nothing changes.
  useEffect(() => {
    const deps = { utils, queryClient, setCustomer, forget, toast }
    // One after the other: each looks at what the one before has shown.
    let last = Promise.resolve()
    const check = (sign: Sign) => {
      last = last.then(() => checkSession(deps, sign)).catch(() => undefined)
    }
    const stops = [onSessionEnd((reason) => check({ reason })), onOtherTab((otherTab) => check({ otherTab }))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [utils, queryClient, setCustomer, forget, toast])

  // Who is back is not lost any more. Not sooner: the wizard goes by one or the other.
  useEffect(() => {
    if (customer) setLostSession(undefined)
  }, [customer])

  return null
}

/** What a check follows: the end of the session, and why, or what another tab has said. */
type Sign = { reason?: SessionEndReason; otherTab?: SessionSign }

/** Asks the server who is signed in and shows it. @throws when the server cannot be reached */
async function checkSession(deps: WatchDeps, { reason, otherTab }: Sign): Promise<void> {
  const { utils, forget, setCustomer, toast } = deps
  const getShown = () => utils.account.session.getData()?.customer ?? undefined
  const shown = getShown()
  if (!shown && !getLostSession() && !otherTab) return
  const { customer } = await utils.client.account.session.query()
  // Somebody signed in or out here while the answer was on its way.
  if (getShown()?.id !== shown?.id) return
  const lost = getLostSession()
  if (customer) {
    if (customer.id === shown?.id) return
    if (!shown && (!lost || lost.customer.id === customer.id)) return setCustomer(customer)
    forget()
    // Asking again gives the former person's pages the time to leave the screen.
    return checkSession(deps, { otherTab: 'signed-in' })
  }
  if ((shown || lost) && otherTab === 'signed-out') forget()
  else if (shown) lose(deps, { customer: shown, isDisabled: reason === 'disabled' })
  else if (lost && reason) setLostSession({ ...lost, isDisabled: true })
  else return
  if (reason) toast({ title: accountDisabled.title, description: accountDisabled.message, tone: 'error' })
  else toast({ title: 'You have been signed out', description: 'Please sign in again to go on.' })
}

/** Shows nobody any more, and keeps what was typed in case they come back soon. */
function lose({ queryClient, setCustomer, forget }: WatchDeps, lost: LostSession): void {
  setLostSession(lost)
  setCustomer(null)
  dropReadData(queryClient)
  setTimeout(() => {
    if (getLostSession()?.customer === lost.customer) forget()
  }, KEPT_MS)
}
