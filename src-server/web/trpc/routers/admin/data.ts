import { clearOutput, clearSummary } from '#shared/registered-user-schema.ts'
import { clearAllData, summarizeClearing } from '../../../../operator/operations/clear-all-data.ts'
import { ownerProcedure, router } from '../../trpc.ts'

export const dataRouter = router({
  clearSummary: ownerProcedure.reads(clearSummary, summarizeClearing),

  clearAll: ownerProcedure
    .limited('clearAll', 'site')
    .restChange('/api/admin/clear-all-data', 'Clear all data', {
      method: 'DELETE',
      isOffered: ({ clearAllData }) => clearAllData,
      description: 'Deletes customers and all that is theirs, after a backup that was read back; else nothing.',
    })
    .answers(clearOutput, clearAllData),
})
