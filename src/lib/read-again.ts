import type { QueryClient } from '@tanstack/react-query'
import type { AppRouter } from '#server/web/trpc/router.ts'

/** The names of routers and procedures: 'payouts', 'payouts.list'. */
type NamesIn<Part> = {
  [Name in keyof Part & string]: Part[Name] extends { _def: object } ? Name : Name | `${Name}.${NamesIn<Part[Name]>}`
}[keyof Part & string]
export type CallName = NamesIn<AppRouter['_def']['record']>

/** The key of all reads, or of all changes, of a router or procedure. */
export const keyOf = (name: CallName) => [name.split('.')]

/** Reads the shown queries again without waiting; the others are read when they are shown next. */
export function readAgain(client: QueryClient, names: readonly CallName[]) {
  for (const name of names) void client.invalidateQueries({ queryKey: keyOf(name) })
}
