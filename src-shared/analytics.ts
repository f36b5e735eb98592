export const VISITOR_GONE_MS = 5 * 60 * 1000
/** The interval of a visible page's 'alive' events: one of them may get lost before VISITOR_GONE_MS. */
export const VISITOR_SIGN_MS = 2 * 60 * 1000
export const ANALYTICS_LIST_LENGTH = 10
/** Maximum visitors and IP addresses in one snapshot; its counts include the rest. */
export const SNAPSHOT_LIST_LENGTH = 50

/** The rest of a path, such as a submission's reference, is never stored. */
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

/** The page that counts a path below the base path: '/transactions' for '/transactions/GCE-1'; none for staff. */
export function countedPage(path: string) {
  if (!path.startsWith('/')) return OTHER_PAGE
  const first = `/${path.split(/[/?#]/)[1] ?? ''}`.toLowerCase()
  return first === '/admin' ? undefined : (byPath.get(first) ?? OTHER_PAGE)
}

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
