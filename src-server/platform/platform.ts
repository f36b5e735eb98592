import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { ServerDb } from './db/database.ts'
import type { Durability } from './db/durability.ts'
import type { Keyring } from './encryption/keys.ts'
import type { EventBus } from './events/event-bus.ts'
import type { Outbox } from './mail/outbox.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import type { SharedState } from './shared-state.ts'
import type { SiteSettings } from './site/site-settings.ts'
import type { DiskReserve } from './storage/disk-reserve.ts'
import type { DiskSpace } from './storage/disk-space.ts'
import type { FileStorage } from './storage/file-storage.ts'

/** What this tier offers to the tiers above it, created once by `openPlatform`. */
export type Platform = {
  config: Config
  clock: Clock
  log: Logger
  db: ServerDb
  durability: Durability
  keyring: Keyring
  storage: FileStorage
  disk: DiskSpace
  reserve: DiskReserve
  events: EventBus
  /** What all nodes share: in Redis, or in memory for a single node. */
  shared: SharedState
  site: SiteSettings
  limits: RateLimits
  /** Undefined when no mail is sent, as for seed data. */
  outbox: Outbox | undefined
}
