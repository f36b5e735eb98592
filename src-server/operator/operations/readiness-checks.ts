import type { AppContext } from '../../context.ts'
import { pingDatabase } from '../../platform/db/ping.ts'
import { watchDataFolder } from '../../platform/storage/watch-data-folder.ts'
import type { ReadinessCheck } from './readiness.ts'

type Parts = Pick<AppContext, 'config' | 'db' | 'disk' | 'shared' | 'storage'>

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

/** A check that fails with the problem that is found. */
function fails(name: string, findProblem: () => Promise<string | undefined>): ReadinessCheck {
  return {
    name,
    check: async () => {
      const problem = await findProblem()
      if (problem !== undefined) throw new Error(problem)
    },
  }
}
