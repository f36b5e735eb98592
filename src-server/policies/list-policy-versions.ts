import type { PolicyVersion } from '#shared/policy-schema.ts'
import type { AppContext } from '../context.ts'
import { listPolicyRows } from '../platform/site/site-queries.ts'
import { defaultVersion, policyNameOf, versionOf } from './policies.ts'

const MAX_VERSIONS = 100

/** Newest first, down to the defaults. */
export async function listPolicyVersions({ db }: AppContext, of: string): Promise<PolicyVersion[]> {
  const name = policyNameOf(of)
  const rows = await listPolicyRows(db, name, MAX_VERSIONS)
  const isComplete = rows.length < MAX_VERSIONS
  return [...rows.map(versionOf), ...(isComplete ? [defaultVersion(name)] : [])]
}
