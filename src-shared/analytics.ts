/** Rules and words of live analytics. The server counts; the page says where it is by the same list. */

/** A visitor who gives no sign for this long is gone. */
export const VISITOR_GONE_MS = 5 * 60 * 1000
/** So often a page that can be seen says that somebody is still there; one lost sign is forgiven. */
export const VISITOR_SIGN_MS = 2 * 60 * 1000
/** Longest list on screen. */
export const ANALYTICS_LIST_LENGTH = 10
/** Most visitors and addresses in one snapshot; its counts are of all. */
export const SNAPSHOT_LIST_LENGTH = 50

/** The pages that are counted by name. What an address says beyond its page, such as an order, is never kept. */
export const countedPages = [
  '/',
  '/exchange',
  '/supported-cards',
  '/contact',
  '/transactions',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/privacy-policy',
  '/terms-of-service',
] as const
export const OTHER_PAGE = 'other'
export type CountedPage = (typeof countedPages)[number] | typeof OTHER_PAGE

const byPath = new Map<string, CountedPage>(countedPages.map((page) => [page, page]))

/** The page a path below the base path is counted as: '/transactions' for '/transactions/GCE-1'; undefined for staff pages. */
export function countedPage(path: string): CountedPage | undefined {
  if (!path.startsWith('/')) return OTHER_PAGE
  const first = `/${path.split(/[/?#]/)[1] ?? ''}`.toLowerCase()
  return first === '/admin' ? undefined : (byPath.get(first) ?? OTHER_PAGE)
}

/** What a page says of its visitor: came to this page, is still there, left. */
export const pageViewKinds = ['view', 'alive', 'leave'] as const
export type PageViewKind = (typeof pageViewKinds)[number]

export type Visitor = {
  id: string
  ip: string
  userAgent: string
  currentPage: CountedPage
  pageViews: number
  /** Milliseconds since the visitor came. */
  duration: number
  lastActivity: string
  /** The customer who is signed in there. */
  userName?: string
}

/** Who is on the site at this moment and what was looked at. */
export type AnalyticsSnapshot = {
  activeVisitors: number
  /** Views of the last 60 minutes, the one under way included. */
  recentPageViews: number
  totalPageViews: number
  timestamp: string
  /** The newest activity first, at most `SNAPSHOT_LIST_LENGTH`. */
  visitors: Visitor[]
  /** Views of the last hour by page, the most viewed first. */
  pageStats: Record<string, number>
  /** Active visitors by address, the most visitors first, at most `SNAPSHOT_LIST_LENGTH`. */
  ipStats: Record<string, number>
}

/** A count of one minute or hour; `at` is when it began. */
export type TrendPoint = { at: string; count: number }

export const funnelPeriods = ['24h', '7d', '30d'] as const
export type FunnelPeriod = (typeof funnelPeriods)[number]

/** What became of the interest of a period. */
export type Funnel = {
  period: FunnelPeriod
  quotes: number
  signUps: number
  submits: number
  /** Orders submitted in the period that are completed by now. */
  completed: number
  /** Orders first decided in the period that the median is of. */
  decided: number
  /** Half of them were decided within this time from submit; null without any. */
  medianDecisionMs: number | null
}

export type AnalyticsTrends = {
  timestamp: string
  viewsPerMinute: TrendPoint[]
  visitorsPerMinute: TrendPoint[]
  viewsPerHour: TrendPoint[]
  funnels: Funnel[]
}

export const analyticsMessages = {
  loading: 'Loading analytics...',
  failed: 'Failed to load analytics data.',
  noVisitors: 'No active visitors',
  noViews: 'No page views in the last hour',
  noVisitorData: 'No visitor data available',
} as const
