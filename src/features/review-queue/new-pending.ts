type Waiting = { createdAt: string }

/** When the newest of them came; '' for none. */
export function newestOf(pending: readonly Waiting[]): string {
  return pending.reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), '')
}

/** How many of a page of the newest came after `seen`: '3', '15+' when even the oldest of a full page did, '' for none. */
export function countSince(pending: readonly Waiting[], seen: string, perPage: number): string {
  const fresh = pending.filter(({ createdAt }) => createdAt > seen).length
  if (fresh === 0) return ''
  return fresh >= perPage ? `${perPage}+` : String(fresh)
}
