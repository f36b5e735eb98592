/** The four specified tabs of /admin, then the other areas. `key` follows 'g' on the keyboard. */
export const staffAreas = [
  { name: 'submissions', to: '/admin', search: {}, key: 's' },
  { name: 'analytics', to: '/admin', search: { tab: 'analytics' }, key: 'a' },
  { name: 'chat', to: '/admin', search: { tab: 'chat' }, key: 'c' },
  { name: 'users', to: '/admin', search: { tab: 'users' }, key: 'u' },
  { name: 'payouts', to: '/admin/payouts', search: {}, key: 'p' },
  { name: 'inventory', to: '/admin/inventory', search: {}, key: 'i' },
  { name: 'reports', to: '/admin/reports', search: {}, key: 'e' },
  { name: 'rates', to: '/admin/rates', search: {}, key: 'r' },
  { name: 'settings', to: '/admin/settings', search: {}, key: 't' },
] as const

export type StaffAreaName = (typeof staffAreas)[number]['name']
