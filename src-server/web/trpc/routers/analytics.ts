import { analyticsSnapshot, analyticsTrends } from '#shared/analytics-schema.ts'
import { orderReportInput, orderReportOutput } from '#shared/order-report-schema.ts'
import { readOrderReport } from '../../../analytics/order-report.ts'
import { readTrends } from '../../../analytics/trends.ts'
import { watchVisitors } from '../../../analytics/watch-visitors.ts'
import { reading } from '../resolvers.ts'
import { streamed, watching } from '../subscription-output.ts'
import { ownerProcedure, router, staffProcedure } from '../trpc.ts'

export const analyticsRouter = router({
  snapshot: staffProcedure
    .rest('/api/admin/analytics', 'Who is on the site now, and what they look at')
    .output(analyticsSnapshot)
    .query(({ ctx }) => ctx.app.visitorStats.snapshot()),

  trends: staffProcedure.output(analyticsTrends).query(reading(readTrends)),

  orderReport: ownerProcedure.input(orderReportInput).output(orderReportOutput).query(reading(readOrderReport)),

  /** Yields the snapshot at once, then at most every second while it changes. */
  watch: staffProcedure.output(streamed(analyticsSnapshot)).subscription(watching(watchVisitors)),
})
