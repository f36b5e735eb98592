import { type CallOptions, useCall } from '#client/calls/use-call.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { SetupState } from '#shared/setup-schema.ts'

const POLL_MS = 2_000

/** What is done of opening the site; read again until the mail server has answered to a test mail. Owners only. */
export function useSetup() {
  const { isOwner } = useStaffPermissions()
  return trpc.admin.setup.get.useQuery(undefined, {
    enabled: isOwner,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.testMail?.state === 'waiting' ? POLL_MS : false),
  })
}

/** The options of a call whose answer is the new state. */
export function useSetupCall<Values extends object>(options: Omit<CallOptions<SetupState, Values>, 'onDone'>) {
  const utils = trpc.useUtils()
  return useCall({ ...options, onDone: (state: SetupState) => utils.admin.setup.get.setData(undefined, state) })
}
