import { policyNames } from '#shared/policy.ts'
import type { PolicyVersion } from '#shared/policy-schema.ts'
import type { AppContext } from '../context.ts'
import { listPolicyRows } from '../platform/site/site-queries.ts'
import { defaultVersion, policyNameOf, readPolicy, versionOf } from './policies.ts'
import { withWaiting } from './waiting-controls.ts'

const MAX_VERSIONS = 100

/** The version of each policy that applies, and what waits, as this person sees it. */
export async function getPolicies({ db }: AppContext, personId: string): Promise<PolicyVersion[]> {
  return Promise.all(policyNames.map(async (name) => withWaiting(db, await readPolicy(db, name), personId)))
}

/** Newest first, down to the defaults. */
export async function listPolicyVersions({ db }: AppContext, of: string): Promise<PolicyVersion[]> {
  const name = policyNameOf(of)
  const rows = await listPolicyRows(db, name, MAX_VERSIONS)
  const isComplete = rows.length < MAX_VERSIONS
  return [...rows.map(versionOf), ...(isComplete ? [defaultVersion(name)] : [])]
}
