import { insiderItems, insiderItemsInput, insiderReport, insiderReportInput } from '#shared/insider-report-schema.ts'
import { listInsiderItems, readInsiderReport } from '../../../../operator/operations/insider-report.ts'
import { answer } from '../../resolvers.ts'
import { ownerProcedure } from '../../trpc.ts'

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
