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

export const funnelPeriods = ['24h', '7d', '30d'] as const
export type FunnelPeriod = (typeof funnelPeriods)[number]

export const analyticsMessages = {
  loading: 'Loading analytics...',
  failed: 'Failed to load analytics data.',
  noVisitors: 'No active visitors',
  noViews: 'No page views in the last hour',
  noVisitorData: 'No visitor data available',
} as const
