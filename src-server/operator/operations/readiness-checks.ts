import type { AppContext } from '../../context.ts'
import { pingDatabase } from '../../platform/db/ping.ts'
import { watchDataFolder } from '../../platform/storage/watch-data-folder.ts'
import type { ReadinessCheck } from './readiness.ts'

export function readinessChecks({
  config,
  db,
  disk,
  shared,
  storage,
}: Pick<AppContext, 'config' | 'db' | 'disk' | 'shared' | 'storage'>): ReadinessCheck[] {
  const database = {
    name: 'database',
    check: async () => {
      if (!(await pingDatabase(db))) throw new Error('does not answer')
    },
  }
  if (config.cluster)
    return [
      database,
      {
        name: 'file store',
        atStartOnly: true,
        check: async () => {
          if (!(await storage.isReachable())) throw new Error('does not answer')
        },
      },
      { name: 'Redis', atStartOnly: true, check: () => shared.ping() },
    ]
  const findFolderProblem = watchDataFolder(config)
  return [
    {
      name: 'disk',
      check: async () => {
        if (disk.isLow()) throw new Error('nearly full')
      },
    },
    database,
    {
      name: 'DATA_DIR',
      check: async () => {
        const problem = await findFolderProblem()
        if (problem !== undefined) throw new Error(problem)
      },
    },
  ]
}
