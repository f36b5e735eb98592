import type { Logger } from 'pino'
import { type PolicyName, type PolicyValues, policyNames } from '#shared/policy.ts'
import type { Db, ServerDb } from '../platform/db/database.ts'
import type { EventBus } from '../platform/events/event-bus.ts'
import { readPolicy, readPolicyAt } from './policy-versions.ts'

/** A node that missed an event applies a change after this time at the latest. */
const READ_EVERY_MS = 60_000

/** The policies that apply, in memory. */
export type Policies = {
  get<Name extends PolicyName>(name: Name): PolicyValues[Name]
  /** The values that applied at a time (ISO 8601), for what follows the rules of its beginning. */
  at<Name extends PolicyName>(db: Db, name: Name, at: string): Promise<PolicyValues[Name]>
  /** Reads all policies again; after a failure the former ones still apply. */
  refresh(): Promise<void>
  /** Ends the reading; resolves when the last one is done. */
  stop(): Promise<void>
}

type Parts = { db: ServerDb; log: Logger; events: EventBus }

/** Reads the policies, and again at each change on any node. @throws when stored values are not valid */
export async function createPolicies({ db, log, events }: Parts): Promise<Policies> {
  const readAll = async () =>
    new Map(await Promise.all(policyNames.map(async (name) => [name, (await readPolicy(db, name)).values] as const)))
  let current = await readAll()
  let last = Promise.resolve()

  /** One after the other, so that an older read never replaces a newer one. */
  function refresh(): Promise<void> {
    last = last.then(async () => {
      try {
        current = await readAll()
      } catch (error) {
        log.error({ err: error }, 'could not read the policies: the former ones still apply')
      }
    })
    return last
  }

  const stopListening = events.listen(({ name }) => {
    if (name === 'policy.changed' || name === 'resync') void refresh()
  })
  const timer = setInterval(() => void refresh(), READ_EVERY_MS).unref()
  return {
    get: <Name extends PolicyName>(name: Name) => current.get(name) as PolicyValues[Name],
    at: readPolicyAt,
    refresh,
    async stop() {
      stopListening()
      clearInterval(timer)
      await last
    },
  }
}
