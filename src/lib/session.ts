import { useCallback } from 'react'
import type { CustomerProfile, StaffProfile } from '#shared/account-schema.ts'
import { trpc } from './trpc.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

type Session = { customer: CustomerProfile | null; staff: StaffProfile | null; isLoading: boolean }

/** Milliseconds before the next try. */
const retryDelay = (failures: number) => Math.min(1000 * 2 ** failures, 10_000)

const unknown: Session = { customer: null, staff: null, isLoading: true }

/** Signed out while it is loading. The server is asked until it answers: a failed check does not mean signed out. */
export function useSession(): Session {
  const { data, isLoading } = trpc.account.session.useQuery(undefined, { retry: true, retryDelay })
  return useIsHydrated() ? { customer: data?.customer ?? null, staff: data?.staff ?? null, isLoading } : unknown
}

function useSetPerson<Kind extends 'customer' | 'staff'>(kind: Kind) {
  const utils = trpc.useUtils()
  return useCallback(
    (person: Session[Kind]) =>
      utils.account.session.setData(undefined, (old) => ({ customer: null, staff: null, ...old, [kind]: person })),
    [utils, kind],
  )
}

/** Sets the signed-in customer for all screens; `null` for none. */
export const useSetCustomer = () => useSetPerson('customer')

/** Sets the signed-in staff member for all screens; `null` for none. */
export const useSetStaff = () => useSetPerson('staff')
