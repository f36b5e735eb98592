import { analyticsSnapshot, analyticsTrends } from '#shared/analytics-schema.ts'
import { orderReportInput, orderReportOutput } from '#shared/order-report-schema.ts'
import { readOrderReport } from '../../../analytics/order-report.ts'
import { readTrends } from '../../../analytics/trends.ts'
import { watchVisitors } from '../../../analytics/watch-visitors.ts'
import { ownerProcedure, router, staffProcedure } from '../trpc.ts'

export const analyticsRouter = router({
  snapshot: staffProcedure
    .rest('/api/admin/analytics', 'Who is on the site now, and what they look at')
    .reads(analyticsSnapshot, (app) => app.visitorStats.snapshot()),

  trends: staffProcedure.reads(analyticsTrends, readTrends),

  orderReport: ownerProcedure.reads(orderReportOutput, readOrderReport, orderReportInput),

  /** Yields the snapshot at once, then at most every second while it changes. */
  watch: staffProcedure.watches(analyticsSnapshot, watchVisitors),
})
