import { insiderItems, insiderItemsInput, insiderReport, insiderReportInput } from '#shared/insider-report-schema.ts'
import { listInsiderItems, readInsiderReport } from '../../../../operator/operations/insider-report.ts'
import { ownerProcedure } from '../../trpc.ts'

export const insiderProcedures = {
  insiderReport: ownerProcedure
    .meta({ isLargeRead: true })
    .input(insiderReportInput)
    .output(insiderReport)
    .query(({ ctx, input }) => readInsiderReport(ctx, ctx.actor, input)),

  insiderItems: ownerProcedure
    .meta({ isLargeRead: true })
    .input(insiderItemsInput)
    .output(insiderItems)
    .query(({ ctx, input }) => listInsiderItems(ctx, ctx.actor, input)),
}
