import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getLostSession, type LostSession, setLostSession } from '#client/lib/expired-session.ts'
import { useSession, useSetCustomer } from '#client/lib/session.ts'
import { onOtherTab, type SessionSign } from '#client/lib/session-channel.ts'
import { onSessionEnd } from '#client/lib/session-end.ts'
import { siteStore } from '#client/lib/site-settings.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import type { SessionEndReason } from '#shared/account.ts'
import { accountDisabled } from '#shared/account-disabled.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { dropReadData, useForgetCustomer } from './end-session.ts'

const DRAFTS_KEPT_MS = 15 * 60 * 1000

type WatchDeps = {
  utils: ReturnType<typeof trpc.useUtils>
  queryClient: QueryClient
  setCustomer: (customer: CustomerProfile | null) => void
  forget: () => void
  toast: ReturnType<typeof useToast>
}

/** Updates the page when the session ends or expires, or when another tab signs in or out. */
export function SessionWatch() {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const setCustomer = useSetCustomer()
  const forget = useForgetCustomer()
  const toast = useToast()
  const { customer } = useSession()

  useEffect(() => {
    const deps = { utils, queryClient, setCustomer, forget, toast }
    // Checks run in sequence, because each compares with the session that the previous one has set.
    let last = Promise.resolve()
    const check = (trigger: Trigger) => {
      // A failed check leaves the page unchanged.
      last = last.then(() => checkSession(deps, trigger)).catch(() => undefined)
    }
    const stops = [onSessionEnd((reason) => check({ reason })), onOtherTab((otherTab) => check({ otherTab }))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [utils, queryClient, setCustomer, forget, toast])

  // In a later task: TanStack Query has queued one for each component, and the wizard always needs one of the two.
  useEffect(() => {
    if (!customer) return
    const timer = setTimeout(() => setLostSession(undefined))
    return () => clearTimeout(timer)
  }, [customer])

  return null
}

type Trigger = { reason?: SessionEndReason; otherTab?: SessionSign }

/** Fetches the session and applies it. @throws when the server cannot be reached */
async function checkSession(deps: WatchDeps, { reason, otherTab }: Trigger): Promise<void> {
  const { utils, forget, setCustomer, toast } = deps
  const getShown = () => utils.account.session.getData()?.customer ?? undefined
  const shown = getShown()
  if (!shown && !getLostSession() && !otherTab) return
  const { customer } = await utils.client.account.session.query()
  // The session of this tab changed during the request, so the response is stale.
  if (getShown()?.id !== shown?.id) return
  const lost = getLostSession()
  if (customer) {
    if (customer.id === shown?.id) return
    if (!shown && (!lost || lost.customer.id === customer.id)) return setCustomer(customer)
    forget()
    // The second request lets the pages of the previous customer unmount before the new one is set.
    return checkSession(deps, { otherTab: 'signed-in' })
  }
  if ((shown || lost) && otherTab === 'signed-out') forget()
  else if (shown) lose(deps, { customer: shown, isDisabled: reason === 'disabled' })
  else if (lost && reason) setLostSession({ ...lost, isDisabled: true })
  else return
  const { title, message } = accountDisabled(siteStore.get().supportEmail)
  if (reason) toast({ title, description: message, tone: 'error' })
  else toast({ title: 'You have been signed out', description: 'Please sign in again to continue.' })
}

/** Signs the customer out in this tab, but keeps their drafts for `DRAFTS_KEPT_MS` in case they sign in again. */
function lose({ queryClient, setCustomer, forget }: WatchDeps, lost: LostSession): void {
  setLostSession(lost)
  setCustomer(null)
  dropReadData(queryClient)
  setTimeout(() => {
    if (getLostSession()?.customer === lost.customer) forget()
  }, DRAFTS_KEPT_MS)
}
