import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { getLostSession, type LostSession, setLostSession } from '#client/lib/expired-session.ts'
import { useSession, useSetCustomer } from '#client/lib/session.ts'
import { onOtherTab, type SessionSign } from '#client/lib/session-channel.ts'
import { onSessionEnd } from '#client/lib/session-end.ts'
import { siteStore } from '#client/lib/site-settings.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import type { SessionEndReason } from '#shared/account.ts'
import { accountDisabled } from '#shared/account-disabled.ts'
import { dropReadData, useForgetCustomer } from './end-session.ts'

const DRAFTS_KEPT_MS = 15 * 60 * 1000

type Trigger = { reason?: SessionEndReason; otherTab?: SessionSign }

/** Updates the page when the session ends or expires, or when another tab signs in or out. */
export function SessionWatch() {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const setCustomer = useSetCustomer()
  const forget = useForgetCustomer()
  const toast = useToast()
  const { customer } = useSession()

  /** Signs the customer out in this tab, but keeps their drafts for `DRAFTS_KEPT_MS` in case they sign in again. */
  function lose(lost: LostSession) {
    setLostSession(lost)
    setCustomer(null)
    dropReadData(queryClient)
    setTimeout(() => {
      if (getLostSession()?.customer === lost.customer) forget()
    }, DRAFTS_KEPT_MS)
  }

  /** Fetches the session and applies it. @throws when the server cannot be reached */
  async function checkSession({ reason, otherTab }: Trigger) {
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
      return checkSession({ otherTab: 'signed-in' })
    }
    if ((shown || lost) && otherTab === 'signed-out') forget()
    else if (shown) lose({ customer: shown, isDisabled: reason === 'disabled' })
    else if (lost && reason) setLostSession({ ...lost, isDisabled: true })
    else return
    const { title, message } = accountDisabled(siteStore.get().supportEmail)
    if (reason) toast({ title, description: message, tone: 'error' })
    else toast({ title: 'You have been signed out', description: 'Please sign in again to continue.' })
  }
  const apply = useEffectEvent(checkSession)

  useEffect(() => {
    // Checks run in sequence, because each compares with the session that the previous one has set.
    let last = Promise.resolve()
    const check = (trigger: Trigger) => {
      // A failed check leaves the page unchanged.
      last = last.then(() => apply(trigger)).catch(() => undefined)
    }
    const stops = [onSessionEnd((reason) => check({ reason })), onOtherTab((otherTab) => check({ otherTab }))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  // In a later task: TanStack Query has queued one for each component, and the wizard always needs one of the two.
  useEffect(() => {
    if (!customer) return
    const timer = setTimeout(() => setLostSession(undefined))
    return () => clearTimeout(timer)
  }, [customer])

  return null
}
