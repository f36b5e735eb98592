import { useEffect } from 'react'
import { onSessionEnd } from '#client/lib/session-end.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { useForgetStaff } from './use-staff-sign-out.ts'

/** Shows at once that the member of staff has been signed out elsewhere: by an owner, by themself, or by time. */
export function useLostStaffSession(): void {
  const utils = trpc.useUtils()
  const forget = useForgetStaff()
  const toast = useToast()

  // What tells of it is the network: the socket and the answers of the server.
  useEffect(() => {
    const isShown = () => Boolean(utils.account.session.getData()?.staff)
    const check = async () => {
      if (!isShown()) return
      const { staff } = await utils.client.account.session.query()
      // Whoever signs out here is forgotten by now.
      if (staff || !isShown()) return
      forget()
      toast({ title: 'You have been signed out', description: 'Please sign in again to go on.' })
    }
    return onSessionEnd(() => void check().catch(() => undefined))
  }, [utils, forget, toast])
}
