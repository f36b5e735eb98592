import { auditListInput, auditListOutput, auditSignal } from '#shared/audit-schema.ts'
import { insiderItems, insiderItemsInput, insiderReport, insiderReportInput } from '#shared/insider-report-schema.ts'
import { listEntries } from '../../../../audit/list-entries.ts'
import { listInsiderItems, readInsiderReport } from '../../../../operator/operations/insider-report.ts'
import { answer, reading } from '../../resolvers.ts'
import { auditSignals } from '../../signals.ts'
import { streamed, watching } from '../../subscription-output.ts'
import { ownerProcedure, router } from '../../trpc.ts'

export const auditRouter = router({
  list: ownerProcedure.input(auditListInput).output(auditListOutput).query(reading(listEntries)),

  watch: ownerProcedure.output(streamed(auditSignal)).subscription(watching(auditSignals)),
})

export const insiderProcedures = {
  insiderReport: ownerProcedure
    .meta({ isLargeRead: true })
    .input(insiderReportInput)
    .output(insiderReport)
    .query(answer(readInsiderReport)),

  insiderItems: ownerProcedure
    .meta({ isLargeRead: true })
    .input(insiderItemsInput)
    .output(insiderItems)
    .query(answer(listInsiderItems)),
}
