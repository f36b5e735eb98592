/** The specified texts of the 'Live Analytics' tab, in the format of `copy.ts`. */
export const analyticsLabels: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  analytics: [
    'Live Analytics',
    'Active Visitors',
    'Views (Last Hour)',
    'Total Page Views',
    'Last Updated',
    'IP address',
    'Current page',
    'Page views',
    'Duration',
    'Last activity',
    'Popular Pages (Last Hour)',
    'Visitor Locations',
    '/exchange',
    '0 min',
  ],
  'analytics loading': ['Loading analytics...'],
  'analytics empty': ['No active visitors', 'No page views in the last hour', 'No visitor data available'],
  'analytics failed': ['Failed to load analytics data.'],
}
