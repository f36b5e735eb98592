import { clearOutput, clearSummary } from '#shared/registered-user-schema.ts'
import { clearAllData, summarizeClearing } from '../../../../operator/operations/clear-all-data.ts'
import { limit } from '../../../auth/rate-limit-policy.ts'
import { ownerProcedure, router } from '../../trpc.ts'

/** Clear All Data. */
export const dataRouter = router({
  clearSummary: ownerProcedure.output(clearSummary).query(({ ctx }) => summarizeClearing(ctx.app)),

  clearAll: ownerProcedure
    .meta({ limits: [limit('clearAll', 'site')] })
    .output(clearOutput)
    .mutation(({ ctx }) => clearAllData(ctx.app, ctx.actor)),
})
