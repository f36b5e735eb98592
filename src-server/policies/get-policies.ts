import { policyNames } from '#shared/policy.ts'
import type { PolicyVersion } from '#shared/policy-schema.ts'
import type { AppContext } from '../context.ts'
import { readPolicy } from './policies.ts'

/** The version of each policy that applies. */
export async function getPolicies({ db }: AppContext): Promise<PolicyVersion[]> {
  return Promise.all(policyNames.map((name) => readPolicy(db, name)))
}
