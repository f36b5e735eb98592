import { z } from 'zod'
import { countedPages, funnelPeriods, OTHER_PAGE, pageViewKinds } from './analytics.ts'

const VISITOR_ID_LENGTH = 22
const invalidTime = 'Enter a valid time in milliseconds.'

/** One page view event. The page generates the id for this visit only: 128 random bits. */
export const visitInput = z.object({
  visitorId: z
    .string({ error: 'A visitor id is required.' })
    .length(VISITOR_ID_LENGTH, 'Enter a valid visitor id.')
    .regex(/^[\w-]+$/, 'Enter a valid visitor id.'),
  page: z.string({ error: 'A page is required.' }).max(200, 'That page is too long.'),
  sign: z.enum(pageViewKinds, { error: 'The sign is view, alive or leave.' }),
  /** When the page sent it, in epoch milliseconds of its clock: events can arrive in another order. */
  sentAt: z.int(invalidTime).nonnegative(invalidTime).optional(),
})
export type VisitInput = z.infer<typeof visitInput>

const visitor = z.object({
  id: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  currentPage: z.enum([...countedPages, OTHER_PAGE]),
  pageViews: z.number(),
  /** Milliseconds. */
  duration: z.number(),
  lastActivity: z.string(),
  userName: z.string().optional(),
})
export type Visitor = z.infer<typeof visitor>

/** The active visitors and the page views at one moment. Times are ISO 8601. */
export const analyticsSnapshot = z.object({
  activeVisitors: z.number(),
  /** Views of the last 60 minutes, the current minute included. */
  recentPageViews: z.number(),
  totalPageViews: z.number(),
  timestamp: z.string(),
  /** The newest activity first, at most `SNAPSHOT_LIST_LENGTH`. */
  visitors: z.array(visitor),
  /** The most viewed first. */
  pageStats: z.record(z.string(), z.number()),
  /** Active visitors by IP address, the most visitors first, at most `SNAPSHOT_LIST_LENGTH`. */
  ipStats: z.record(z.string(), z.number()),
})
export type AnalyticsSnapshot = z.infer<typeof analyticsSnapshot>

/** The count of one minute or hour; `at` is its start in ISO 8601. */
const trendPoint = z.object({ at: z.string(), count: z.number() })
export type TrendPoint = z.infer<typeof trendPoint>

/** Steps count people, each of the one before. Quotes are no step: visitors are not followed without an account. */
const funnel = z.object({
  period: z.enum(funnelPeriods),
  quotes: z.number(),
  signUps: z.number(),
  submitted: z.number(),
  completed: z.number(),
  /** Submissions first decided in the period: the sample of the median. */
  decided: z.number(),
  /** Median time from submit to the first decision; null without a sample. */
  medianDecisionMs: z.number().nullable(),
})
export type Funnel = z.infer<typeof funnel>

export const analyticsTrends = z.object({
  timestamp: z.string(),
  viewsPerMinute: z.array(trendPoint),
  visitorsPerMinute: z.array(trendPoint),
  viewsPerHour: z.array(trendPoint),
  funnels: z.array(funnel),
})
export type AnalyticsTrends = z.infer<typeof analyticsTrends>
