import type { AppContext } from '../../context.ts'
import { pingDatabase } from '../../platform/db/ping.ts'
import { watchDataFolder } from '../../platform/storage/watch-data-folder.ts'

/** A part that the server cannot work without. `check` rejects with the reason, for the log, while it does not work. */
export type ReadinessCheck = {
  name: string
  check(): Promise<unknown>
  /** Checked until it succeeds once: the loss of an engine of all nodes must not leave a proxy without nodes. */
  atStartOnly?: true
}

const CHECK_LIMIT_MS = 2_000

/**
 * Resolves to the name and reason of a check that fails, if one does. A check that takes longer than `limitMs` fails,
 * and is not started again while it runs.
 */
export function watchReadiness(checks: readonly ReadinessCheck[], limitMs = CHECK_LIMIT_MS) {
  const done = new Set<ReadinessCheck>()
  const running = new Map<ReadinessCheck, Promise<string | undefined>>()
  const start = async (each: ReadinessCheck) => {
    const reason = await reasonOf(each)
    running.delete(each)
    if (reason === undefined && each.atStartOnly) done.add(each)
    return reason
  }
  const run = async (each: ReadinessCheck) => {
    if (done.has(each)) return undefined
    const outcome = running.get(each) ?? start(each)
    running.set(each, outcome)
    const late = `${each.name}: no answer within ${limitMs} ms`
    return Promise.race([outcome, new Promise<string>((resolve) => setTimeout(resolve, limitMs, late).unref())])
  }
  return async () => (await Promise.all(checks.map(run))).find((reason) => reason !== undefined)
}

async function reasonOf({ name, check }: ReadinessCheck) {
  try {
    await check()
    return undefined
  } catch (error) {
    // Node's error for several failed addresses has a code and no message.
    const { message, code } = error as NodeJS.ErrnoException
    return `${name}: ${message || code || 'failed'}`
  }
}

type Parts = Pick<AppContext, 'config' | 'db' | 'disk' | 'shared' | 'storage'>

/** What a node of this configuration cannot work without. */
export function readinessChecks({ config, db, disk, shared, storage }: Parts): ReadinessCheck[] {
  const database = fails('database', async () => ((await pingDatabase(db)) ? undefined : 'does not answer'))
  if (config.cluster)
    return [
      database,
      {
        ...fails('file store', async () => ((await storage.isReachable()) ? undefined : 'does not answer')),
        atStartOnly: true,
      },
      { name: 'Redis', atStartOnly: true, check: () => shared.ping() },
    ]
  return [
    fails('disk', async () => (disk.isLow() ? 'nearly full' : undefined)),
    database,
    fails('DATA_DIR', watchDataFolder(config)),
  ]
}

function fails(name: string, findProblem: () => Promise<string | undefined>): ReadinessCheck {
  return {
    name,
    check: async () => {
      const problem = await findProblem()
      if (problem !== undefined) throw new Error(problem)
    },
  }
}
