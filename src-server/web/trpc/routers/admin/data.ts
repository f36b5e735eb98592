import { clearOutput, clearSummary } from '#shared/registered-user-schema.ts'
import { clearAllData, summarizeClearing } from '../../../../operator/operations/clear-all-data.ts'
import { reading } from '../../resolvers.ts'
import { ownerProcedure, router } from '../../trpc.ts'

export const dataRouter = router({
  clearSummary: ownerProcedure.output(clearSummary).query(reading(summarizeClearing)),

  clearAll: ownerProcedure
    .limited('clearAll', 'site')
    .restChange('/api/admin/clear-all-data', 'Clear all data', {
      method: 'DELETE',
      isOffered: ({ clearAllData }) => clearAllData,
      description: 'Deletes customers and all that is theirs, after a backup that was read back; else nothing.',
    })
    .output(clearOutput)
    .mutation(({ ctx }) => clearAllData(ctx, ctx.actor)),
})
