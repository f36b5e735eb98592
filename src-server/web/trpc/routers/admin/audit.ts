import { auditListInput, auditListOutput, auditSignal } from '#shared/audit-schema.ts'
import { insiderItems, insiderItemsInput, insiderReport, insiderReportInput } from '#shared/insider-report-schema.ts'
import { listEntries } from '../../../../audit/list-entries.ts'
import { listInsiderItems, readInsiderReport } from '../../../../operator/operations/insider-report.ts'
import { auditSignals } from '../../signals.ts'
import { ownerProcedure, router } from '../../trpc.ts'

export const auditRouter = router({
  list: ownerProcedure.reads(auditListOutput, listEntries, auditListInput),

  watch: ownerProcedure.watches(auditSignal, auditSignals),
})

export const insiderProcedures = {
  insiderReport: ownerProcedure
    .declare({ isLargeRead: true })
    .reads(insiderReport, (_, input, ctx) => readInsiderReport(ctx, ctx.actor, input), insiderReportInput),

  insiderItems: ownerProcedure
    .declare({ isLargeRead: true })
    .reads(insiderItems, (_, input, ctx) => listInsiderItems(ctx, ctx.actor, input), insiderItemsInput),
}
