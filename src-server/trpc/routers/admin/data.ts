import { clearOutput, clearSummary } from '#shared/registered-user-schema.ts'
import { clearAllData, summarizeClearing } from '../../../operations/clear-all-data.ts'
import { ownerProcedure, router } from '../../trpc.ts'

/** The end of all customers' data. */
export const dataRouter = router({
  clearSummary: ownerProcedure.output(clearSummary).query(({ ctx }) => summarizeClearing(ctx.app)),

  clearAll: ownerProcedure.output(clearOutput).mutation(async ({ ctx }) => {
    try {
      return await clearAllData(ctx.app, { id: ctx.staff.id, ip: ctx.ip })
    } catch (error) {
      // What was not cleared may be tried again today.
      await ctx.app.limits.refund({ limit: 'clearAll', subject: 'site' })
      throw error
    }
  }),
})
