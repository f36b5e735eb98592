import { analyticsSnapshot, analyticsTrends } from '#shared/analytics-schema.ts'
import { readTrends } from '../../analytics/trends.ts'
import { watchVisitors } from '../../analytics/watch-visitors.ts'
import { streamed } from '../subscription-output.ts'
import { router, staffProcedure } from '../trpc.ts'

/** Who is on the site and what becomes of it, for staff of any role. */
export const analyticsRouter = router({
  snapshot: staffProcedure.output(analyticsSnapshot).query(({ ctx }) => ctx.app.visitorStats.snapshot()),

  trends: staffProcedure.output(analyticsTrends).query(({ ctx }) => readTrends(ctx.app)),

  /** The snapshot at once, then at most each second while something changes. */
  watch: staffProcedure
    .output(streamed(analyticsSnapshot))
    .subscription(({ ctx, signal }) => watchVisitors(ctx.app, signal ?? AbortSignal.abort())),
})
