import { policyNames } from '#shared/policy.ts'
import type { PolicyVersion } from '#shared/policy-schema.ts'
import type { AppContext } from '../context.ts'
import { readPolicy } from './policies.ts'
import { withWaiting } from './waiting-controls.ts'

/** The version of each policy that applies, and what waits, as this person sees it. */
export async function getPolicies({ db }: AppContext, personId: string): Promise<PolicyVersion[]> {
  return Promise.all(policyNames.map(async (name) => withWaiting(db, await readPolicy(db, name), personId)))
}
