import type { AnyTRPCRouter } from '@trpc/server'
import type { Access, CallPolicy } from '../auth/permissions.ts'
import { appRouter } from './router.ts'
import { enforcedAccess } from './trpc.ts'

type ProcedureType = 'query' | 'mutation' | 'subscription'
type Definition = { type: ProcedureType; meta?: CallPolicy; middlewares: readonly object[] }
export type ProcedurePolicy = CallPolicy & { access: Access; type: ProcedureType }

/** The policies of all procedures by path. @throws when one lacks access or limits, or does not enforce its access */
export function policiesOf(router: AnyTRPCRouter): Readonly<Record<string, ProcedurePolicy>> {
  const procedures = router._def.procedures as unknown as Record<string, { _def: Definition }>
  return Object.fromEntries(Object.entries(procedures).map(([path, { _def }]) => [path, policyOf(path, _def)]))
}

function policyOf(path: string, { type, meta, middlewares }: Definition): ProcedurePolicy {
  const access = meta?.access
  if (access === undefined) throw new Error(`${path} declares no access.`)
  // REST authorizes by `meta`, tRPC by the middleware of the base: both have to be the same.
  if (!middlewares.some((each) => enforcedAccess(each) === access))
    throw new Error(`${path} declares access '${access}' and does not enforce it.`)
  if (type === 'mutation' && meta?.limits === undefined)
    throw new Error(`${path} is a mutation and declares no limits: use a base like ownerChange if it needs none.`)
  return { ...meta, access, type }
}

/** Every procedure of this site. Loading this module throws when one of them lacks its policy. */
export const procedures = policiesOf(appRouter)
