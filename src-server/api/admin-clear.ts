import { clearOutput, clearSummary } from '#shared/registered-user-schema.ts'
import { clearAllData, summarizeClearing } from '../maintenance/clear-all-data.ts'
import { ownerProcedure, router } from './trpc.ts'

/** The end of all customers' data. */
export const adminClearRouter = router({
  clearSummary: ownerProcedure.output(clearSummary).query(({ ctx }) => summarizeClearing(ctx.app)),

  clearAllData: ownerProcedure
    .output(clearOutput)
    .mutation(({ ctx }) => clearAllData(ctx.app, { id: ctx.staff.id, ip: ctx.ip })),
})
