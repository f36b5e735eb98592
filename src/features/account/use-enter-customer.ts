import { useCallback } from 'react'
import { getLostSession } from '#client/lib/expired-session.ts'
import { useSetCustomer } from '#client/lib/session.ts'
import { notifyOtherTabs } from '#client/lib/session-channel.ts'
import { clearStoredOfOthers } from '#client/lib/storage.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { useForgetCustomer } from './end-session.ts'

/** Returns a function that sets the signed-in customer in every tab and clears the stored data of other customers. */
export function useEnterCustomer(): (customer: CustomerProfile) => void {
  const setCustomer = useSetCustomer()
  const forget = useForgetCustomer()
  return useCallback(
    (customer) => {
      const lost = getLostSession()
      if (lost && lost.customer.id !== customer.id) forget()
      clearStoredOfOthers(customer.id)
      setCustomer(customer)
      notifyOtherTabs('signed-in')
    },
    [setCustomer, forget],
  )
}
