import type { Access } from '../../web/auth/permissions.ts'
import { internalRouteTable } from '../../web/rest/handler-routes.ts'
import { routeName } from '../../web/rest/route.ts'
import { procedures } from '../../web/trpc/procedures.ts'

export const procedureAccess: Readonly<Record<string, Access>> = Object.fromEntries(
  Object.entries(procedures).map(([path, { access }]) => [path, access]),
)

/** The reason of each route of the site's own pages. */
export const internalRoutes: Readonly<Record<string, string>> = Object.fromEntries(
  internalRouteTable.map((row) => [routeName(row), row.reason]),
)
