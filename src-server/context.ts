import { createPasswords, type Passwords } from './accounts/passwords.ts'
import { createVisitorStats, type VisitorStats } from './analytics/visitor-stats.ts'
import { type AuditThrottles, createAuditThrottles } from './audit/audit-throttles.ts'
import { createLiveCatalogue, type LiveCatalogue } from './catalogue/live-catalogue.ts'
import { type ChatServices, createChatServices } from './chat/chat-services.ts'
import { createFileServices, type FileServices } from './files/file-services.ts'
import { createJobRuns, type JobRuns } from './operator/jobs/job-runs.ts'
import { refuseHalfRestore } from './operator/operations/restore-target.ts'
import { createPayoutServices, type PayoutServices } from './payouts/payout-services.ts'
import type { Config } from './platform/config/config.ts'
import type { Authorization, Db } from './platform/db/database.ts'
import { openPlatform, type PlatformOverrides } from './platform/open-platform.ts'
import type { Platform } from './platform/platform.ts'
import { assertFolder } from './platform/storage/check-folders.ts'
import { createPolicies, type Policies } from './policies/policies.ts'
import { createWarningCounts, type WarningCounts } from './submissions/warning-counts.ts'
import { createLiveFigures, type LiveFigures } from './tracking/service-figures.ts'
import { createServiceTimes, type ServiceTimes } from './tracking/service-times.ts'

type Services = {
  auditThrottles: AuditThrottles
  catalogue: LiveCatalogue
  chat: ChatServices
  files: FileServices
  jobRuns: JobRuns
  passwords: Passwords
  payouts: PayoutServices
  policies: Policies
  serviceFigures: LiveFigures
  serviceTimes: ServiceTimes
  visitorStats: VisitorStats
  warningCounts: WarningCounts
}

/** The application, for the server's own work: its database handle can write. */
export type ServerContext = Platform & Services

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
    const { shared } = platform
    const catalogue = await createLiveCatalogue(platform)
    const visitorStats = await createVisitorStats({ ...platform, link: shared.createChannel?.('visitors') })
    const policies = await createPolicies(platform)
    const serviceFigures = createLiveFigures({ ...platform, policies })
    const serviceTimes = await createServiceTimes({ ...platform, policies, catalogue })
    return {
      ...platform,
      auditThrottles: createAuditThrottles(shared),
      catalogue,
      chat: createChatServices(platform),
      files: createFileServices(),
      jobRuns: createJobRuns(),
      passwords: overrides.passwords ?? createPasswords(),
      payouts: createPayoutServices(platform),
      policies,
      serviceFigures,
      serviceTimes,
      visitorStats,
      warningCounts: createWarningCounts(),
      [Symbol.asyncDispose]: async () => {
        await catalogue.stop()
        await visitorStats.stop()
        serviceFigures.stop()
        await serviceTimes.stop()
        await policies.stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
