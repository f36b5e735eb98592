import { type ProcedurePolicy, procedures } from '../procedures.ts'
import { callProcedure, type DirectCall } from './call-procedure.ts'

export type Callable = { path: string; type: 'query' | 'mutation'; call: DirectCall }
const callable: ReadonlyMap<string, Callable> = new Map(
  Object.entries(procedures).flatMap(([path, { type }]) =>
    type === 'subscription' ? [] : [[path, { path, type, call: callProcedure(path) }]],
  ),
)
const subscriptions = pathsWhere(({ type }) => type === 'subscription')
const largeReads = pathsWhere(({ isLargeRead = false }) => isLargeRead)

/** tRPC's adapter has the same limit. */
export const MAX_BATCH_SIZE = 10

/** What a path below /trpc names, undefined for no procedure or a subscription; commas separate those of a batch. */
export function calledProcedures(path: string) {
  const paths = path.split(',')
  return {
    single: callable.get(path),
    batch: paths.map((each) => callable.get(each)),
    hasSubscription: paths.some((each) => subscriptions.has(each)),
    largeReads: paths.filter((each) => largeReads.has(each)).length,
  }
}

function pathsWhere(isWanted: (procedure: ProcedurePolicy) => boolean): ReadonlySet<string> {
  return new Set(Object.entries(procedures).flatMap(([path, procedure]) => (isWanted(procedure) ? [path] : [])))
}
