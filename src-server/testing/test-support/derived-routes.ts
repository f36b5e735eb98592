import { procedureRoutes } from '../../web/rest/procedure-routes.ts'
import { procedureCalls } from './procedure-calls.ts'
import type { MakeCall, RouteCall } from './route-call.ts'

type Input = Record<string, unknown>

/** The valid call of each route that a procedure declares, of the valid call of the procedure. */
export const derivedRoutes: Readonly<Record<string, MakeCall>> = Object.fromEntries(
  procedureRoutes.map(({ method, url, path = {}, procedure }) => {
    const requestOf = (input: unknown): { url: string; body?: unknown } => {
      const rest = { ...(input as Input | undefined) }
      const filled = url.replace(/:(\w+)/g, (_, name: string) => {
        const field = path[name] ?? name
        const value = rest[field]
        delete rest[field]
        return encodeURIComponent(String(value))
      })
      if (method !== 'GET') return { url: filled, ...(Object.keys(rest).length > 0 && { body: rest }) }
      const query = new URLSearchParams(
        Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
      )
      return { url: query.size > 0 ? `${filled}?${query}` : filled }
    }
    const make: MakeCall = async (world, who): Promise<RouteCall> => {
      const subject = (await procedureCalls[procedure]?.(world, who ?? world.owner)) ?? {}
      const { input, nowhere } = subject
      return { ...requestOf(input), ...(nowhere !== undefined && { nowhere: requestOf(nowhere) }) }
    }
    return [`${method} ${url}`, make]
  }),
)
