import type { Logger } from 'pino'
import { type PolicyName, type PolicyValues, policyDefaults, policyNames, rulesOf } from '#shared/policy.ts'
import { type PolicyVersion, policySchemas } from '#shared/policy-schema.ts'
import type { Db, ServerDb } from '../platform/db/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import type { EventBus } from '../platform/events/event-bus.ts'
import { type KeptValue, keepValue } from '../platform/events/kept-value.ts'
import { listPolicyRows, type PolicyRow } from '../platform/site/site-queries.ts'

export type Policies = Pick<KeptValue<unknown>, 'refresh' | 'stop'> & {
  get<Name extends PolicyName>(name: Name): PolicyValues[Name]
  /** The values that applied at a time (ISO 8601), for what follows the rules of its beginning. */
  at<Name extends PolicyName>(db: Db, name: Name, at: string): Promise<PolicyValues[Name]>
}

type Parts = { db: ServerDb; log: Logger; events: EventBus }

/** Reads the policies, and again at each change on any node. @throws when stored values are not valid */
export async function createPolicies({ db, log, events }: Parts): Promise<Policies> {
  const read = async () =>
    new Map(await Promise.all(policyNames.map(async (name) => [name, (await readPolicy(db, name)).values] as const)))
  const kept = await keepValue({ log, events, name: 'the policies', on: ['policy.changed'], read })
  return {
    get: <Name extends PolicyName>(name: Name) => kept.current.get(name) as PolicyValues[Name],
    at: readPolicyAt,
    refresh: kept.refresh,
    stop: kept.stop,
  }
}

/** The version that applies, or that applied `at` a time (ISO 8601). @throws when its stored values are not valid */
export async function readPolicy(db: Db, name: PolicyName, at?: string): Promise<PolicyVersion> {
  const [newest] = await listPolicyRows(db, name, 1, at)
  return newest ? versionOf(newest) : defaultVersion(name)
}

export async function readPolicyAt<Name extends PolicyName>(db: Db, name: Name, at: string) {
  return (await readPolicy(db, name, at)).values as PolicyValues[Name]
}

export function defaultVersion(name: PolicyName) {
  return { name, version: 0, madeBy: null, madeAt: null, values: policyDefaults[name] } as PolicyVersion
}

/** Fields and choices of other releases have their default, or are left out. @throws when a value is not valid */
export function versionOf({ name, version, body, maker_name, made_at }: PolicyRow) {
  const stored: Record<string, unknown> = JSON.parse(body)
  const values = rulesOf(name).map(([field, rule]) => {
    const hasEnded = 'ended' in rule && stored[field] === rule.ended
    return [field, field in stored && !hasEnded ? stored[field] : rule.initial]
  })
  const parsed = policySchemas[name].safeParse(Object.fromEntries(values))
  if (!parsed.success) throw new Error(`Version ${version} of the policy ${name} is not valid: ${parsed.error.message}`)
  return { name, version, madeBy: maker_name, madeAt: made_at, values: parsed.data } as PolicyVersion
}

export function unchangedFields({ name, values }: PolicyVersion): object {
  const isLater = new Map(rulesOf(name).map(([field, rule]) => [field, rule.isLater]))
  return Object.fromEntries(Object.entries(values).filter(([field]) => isLater.get(field)))
}

export function policyNameOf(name: string): PolicyName {
  const known = policyNames.find((each) => each === name)
  if (!known) throw notFound()
  return known
}

export function policyValuesOf<Name extends PolicyName>(name: Name, values: object) {
  const { data, error } = policySchemas[name].safeParse(values)
  if (data) return data as PolicyValues[Name]
  const [issue] = error.issues
  throw new AppError('bad_request', issue?.message ?? '', { field: ['values', ...(issue?.path ?? [])].join('.') })
}
