import { trpc } from '#client/lib/trpc.ts'

/**
 * Reads again what is shown of staff whenever the server says that it changed. It also keeps the socket open by which
 * a page hears that its own session has ended, whatever else it shows.
 */
export function useStaffChanges(staffId: string): void {
  const utils = trpc.useUtils()
  trpc.admin.watchStaff.useSubscription(undefined, {
    onData: (change) => {
      void utils.admin.staff.invalidate()
      if (change.staffId === null || change.staffId === staffId) void utils.account.session.invalidate()
    },
  })
}
