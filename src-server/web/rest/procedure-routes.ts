import { procedures } from '../trpc/procedures.ts'
import type { ProcedureRoute } from './route.ts'

/** The REST calls that procedures declare in their `meta`. */
export const procedureRoutes: readonly ProcedureRoute[] = Object.entries(procedures).flatMap(([procedure, { rest }]) =>
  rest ? [{ ...rest, procedure }] : [],
)
