import { useCallback, useSyncExternalStore } from 'react'
import type { CustomerProfile, StaffProfile } from '#shared/account-schema.ts'
import { trpc } from './trpc.ts'

type Session = { customer: CustomerProfile | null; staff: StaffProfile | null; isLoading: boolean }

const unknown: Session = { customer: null, staff: null, isLoading: true }
const never = () => () => undefined

/** Who is signed in, as the server says. While that is unknown nobody is. */
export function useSession(): Session {
  const { data, isLoading } = trpc.account.session.useQuery()
  // React takes a drawn page over part by part, and the answer may come in between: each part is first what was drawn.
  const isTakenOver = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isTakenOver ? { customer: data?.customer ?? null, staff: data?.staff ?? null, isLoading } : unknown
}

/** Tells every screen at once that this customer is signed in, or nobody (`null`). */
export function useSetCustomer(): (customer: CustomerProfile | null) => void {
  const utils = trpc.useUtils()
  return useCallback(
    (customer) => utils.account.session.setData(undefined, (old) => ({ staff: old?.staff ?? null, customer })),
    [utils],
  )
}

/** The same for the staff member. */
export function useSetStaff(): (staff: StaffProfile | null) => void {
  const utils = trpc.useUtils()
  return useCallback(
    (staff) => utils.account.session.setData(undefined, (old) => ({ customer: old?.customer ?? null, staff })),
    [utils],
  )
}
