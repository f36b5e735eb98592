import { trpc } from '#client/lib/trpc.ts'

/**
 * Reads again what is shown of staff whenever the server says that it changed. It also keeps the socket open by which
 * a page hears that its own session has ended, whatever else it shows.
 */
export function useStaffChanges(staffId: string): void {
  const utils = trpc.useUtils()
  const readAgain = (changed: string | null) => {
    void utils.admin.staff.list.invalidate()
    if (changed === null || changed === staffId) void utils.account.session.invalidate()
  }
  trpc.admin.staff.watch.useSubscription(undefined, {
    // What happened while nobody listened, before the first start or between two, was not told.
    onStarted: () => readAgain(null),
    onData: (change) => readAgain(change.staffId),
  })
}
