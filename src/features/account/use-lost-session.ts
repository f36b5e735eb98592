import { useEffect } from 'react'
import { onSessionEnd } from '#client/lib/session-end.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { useForgetCustomer } from './use-forget-customer.ts'

/** Shows at once that the customer has been signed out elsewhere: by another browser of theirs, or by time. */
export function useLostSession(): void {
  const utils = trpc.useUtils()
  const forget = useForgetCustomer()
  const toast = useToast()

  // What tells of it is the network: the socket and the answers of the server.
  useEffect(() => {
    const isShown = () => Boolean(utils.account.session.getData()?.customer)
    const check = async () => {
      if (!isShown()) return
      const { customer } = await utils.client.account.session.query()
      // Whoever signs out here is told so there, and is forgotten by now.
      if (customer || !isShown()) return
      forget()
      toast({ title: 'You have been signed out', description: 'Please sign in again to go on.' })
    }
    return onSessionEnd(() => void check().catch(() => undefined))
  }, [utils, forget, toast])
}
