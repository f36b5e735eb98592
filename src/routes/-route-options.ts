/** The page reads its search itself, because a route is part of the code of every page. */
export const rawSearch = (raw: Record<string, unknown>) => raw

export function staffRoute(title: string) {
  return { staticData: { isStaffPage: true }, validateSearch: rawSearch, head: () => ({ meta: [{ title }] }) } as const
}
