import type { Logger } from 'pino'
import { type PolicyName, type PolicyValues, policyNames } from '#shared/policy.ts'
import type { Db, ServerDb } from '../platform/db/database.ts'
import type { EventBus } from '../platform/events/event-bus.ts'
import { type KeptValue, keepValue } from '../platform/events/kept-value.ts'
import { readPolicy, readPolicyAt } from './policy-versions.ts'

/** The policies that apply, in memory. */
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
