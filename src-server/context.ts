import { createPasswords, type Passwords } from './accounts/passwords.ts'
import { createVisitorStats } from './analytics/visitor-stats.ts'
import { createAuditThrottles } from './audit/audit-throttles.ts'
import { createLiveCatalogue } from './catalogue/live-catalogue.ts'
import { createChatServices } from './chat/chat-services.ts'
import { createFileServices } from './files/file-services.ts'
import { createJobRuns } from './operator/jobs/job-runs.ts'
import { createSiteLog } from './operator/operations/recovery-log.ts'
import { refuseHalfRestore } from './operator/operations/restore-target.ts'
import { createPayoutServices } from './payouts/payout-services.ts'
import type { Config } from './platform/config/config.ts'
import type { Authorization, Db } from './platform/db/database.ts'
import { openPlatform, type PlatformOverrides } from './platform/open-platform.ts'
import type { Platform } from './platform/platform.ts'
import { assertFolder } from './platform/storage/check-folders.ts'
import { createPolicies } from './policies/policies.ts'
import { createWarningCounts } from './submissions/warning-counts.ts'
import { createLiveFigures } from './tracking/service-figures.ts'
import { createServiceTimes } from './tracking/service-times.ts'

/** What each node keeps for the domains and the operator's tier; each service is created by its own folder. */
async function createServices(platform: Platform, passwords: Passwords = createPasswords()) {
  const { shared } = platform
  const catalogue = await createLiveCatalogue(platform)
  const policies = await createPolicies(platform)
  return {
    auditThrottles: createAuditThrottles(shared),
    catalogue,
    recoveryLog: createSiteLog(platform, platform.config.backupDir),
    chat: createChatServices(platform),
    files: createFileServices(),
    jobRuns: createJobRuns(),
    passwords,
    payouts: createPayoutServices(platform),
    policies,
    serviceFigures: createLiveFigures({ ...platform, policies }),
    serviceTimes: await createServiceTimes({ ...platform, policies, catalogue }),
    visitorStats: await createVisitorStats({ ...platform, link: shared.createChannel?.('visitors') }),
    warningCounts: createWarningCounts(),
  }
}

/** The application, for the server's own work: its database handle can write. */
export type ServerContext = Platform & Awaited<ReturnType<typeof createServices>>

/** The application, as calls get it: they write in transactions only. */
export type AppContext = Omit<ServerContext, 'db'> & { db: Db }

/** What a use case gets: the application, and the permission of the call, which its transactions check again. */
export type CallContext = {
  app: AppContext
  /** Undefined for calls of anyone and for the server's own work, see `asServer`. */
  authorization: Authorization | undefined
}

export type ContextOverrides = PlatformOverrides & { passwords?: Passwords }

/** Opens the platform and creates the services. @throws when a folder, the database or a data key is unusable */
export async function createContext(
  config: Config,
  overrides: ContextOverrides = {},
): Promise<ServerContext & AsyncDisposable> {
  refuseHalfRestore(config.dataDir)
  assertFolder('BACKUP_DIR', config.backupDir)
  const { platform, close } = await openPlatform(config, overrides)
  try {
    const services = await createServices(platform, overrides.passwords)
    return {
      ...platform,
      ...services,
      [Symbol.asyncDispose]: async () => {
        await services.catalogue.stop()
        await services.visitorStats.stop()
        services.serviceFigures.stop()
        await services.serviceTimes.stop()
        await services.policies.stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
