/** Pages on which no script of others is alive: where a card is typed in, and the staff area. */
export function isTrackingExcluded(place: { pathname: string; search: object } | undefined): boolean {
  if (place === undefined) return false
  const { pathname, search } = place
  if (pathname === '/admin' || pathname.startsWith('/admin/')) return true
  return pathname === '/exchange' && 'step' in search && search.step === 'upload'
}
