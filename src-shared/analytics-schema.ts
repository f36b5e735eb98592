import { z } from 'zod'
import {
  type AnalyticsSnapshot,
  type AnalyticsTrends,
  countedPages,
  type Funnel,
  funnelPeriods,
  OTHER_PAGE,
  pageViewKinds,
  type TrendPoint,
  type Visitor,
} from './analytics.ts'

const VISITOR_ID_LENGTH = 22

/** One sign of a visitor. The id is made by the page for this visit alone: 128 random bits. */
export const visitInput = z.object({
  visitorId: z
    .string({ error: 'A visitor id is required.' })
    .length(VISITOR_ID_LENGTH, 'That is not a visitor id.')
    .regex(/^[\w-]+$/, 'That is not a visitor id.'),
  page: z.string({ error: 'A page is required.' }).max(200, 'That page is too long.'),
  sign: z.enum(pageViewKinds, { error: 'The sign is view, alive or leave.' }),
})
export type VisitInput = z.infer<typeof visitInput>

export const visitor = z.object({
  id: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  currentPage: z.enum([...countedPages, OTHER_PAGE]),
  pageViews: z.number(),
  duration: z.number(),
  lastActivity: z.string(),
  userName: z.string().optional(),
}) satisfies z.ZodType<Visitor>

export const analyticsSnapshot = z.object({
  activeVisitors: z.number(),
  recentPageViews: z.number(),
  totalPageViews: z.number(),
  timestamp: z.string(),
  visitors: z.array(visitor),
  pageStats: z.record(z.string(), z.number()),
  ipStats: z.record(z.string(), z.number()),
}) satisfies z.ZodType<AnalyticsSnapshot>

const trendPoint = z.object({ at: z.string(), count: z.number() }) satisfies z.ZodType<TrendPoint>

const funnel = z.object({
  period: z.enum(funnelPeriods),
  quotes: z.number(),
  signUps: z.number(),
  submits: z.number(),
  completed: z.number(),
  decided: z.number(),
  medianDecisionMs: z.number().nullable(),
}) satisfies z.ZodType<Funnel>

export const analyticsTrends = z.object({
  timestamp: z.string(),
  viewsPerMinute: z.array(trendPoint),
  visitorsPerMinute: z.array(trendPoint),
  viewsPerHour: z.array(trendPoint),
  funnels: z.array(funnel),
}) satisfies z.ZodType<AnalyticsTrends>
