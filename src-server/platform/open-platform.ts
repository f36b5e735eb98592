import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { assertByteOrder } from './db/check-postgres.ts'
import { openDatabase, openPostgres, type ServerDb } from './db/database.ts'
import { createDurability, type Durability } from './db/durability.ts'
import { type CopyBefore, upgradeDatabase } from './db/migrate.ts'
import { type KeySource, openKeyring, verifyKeysBeforeOpen } from './encryption/open-keyring.ts'
import type { NodeMessage } from './events/event-bus.ts'
import { createJournalBus } from './events/journal-bus.ts'
import { createMemoryBus } from './events/local-delivery.ts'
import { createNodeCounts } from './events/node-counts.ts'
import { createLocalMap } from './events/node-map.ts'
import { createReviewPresence } from './events/review-presence.ts'
import { createLog } from './logging/logger.ts'
import { type MailTransport, openTransport, warnOfSender } from './mail/mail-transport.ts'
import { createOutbox } from './mail/outbox.ts'
import type { Platform } from './platform.ts'
import { createRateLimits, limitKey } from './rate-limits/rate-limits.ts'
import { createThrottle } from './rate-limits/throttle.ts'
import { createNodeMap } from './redis/node-map.ts'
import { connectRedis, createNodeChannel, type RedisConnection, redisTime } from './redis/redis-connection.ts'
import { createRedisCounters, createRedisThrottle } from './redis/redis-windows.ts'
import type { NodeChannel, SharedState } from './shared-state.ts'
import { createSiteSettings } from './site/site-settings.ts'
import { openDataDir, warnOfFolders } from './storage/check-folders.ts'
import { keepDiskReserve, noDiskReserve } from './storage/disk-reserve.ts'
import { noLocalData, watchDiskSpace } from './storage/disk-space.ts'
import { openStorage } from './storage/open-storage.ts'
import { stopExport } from './telemetry/telemetry.ts'

export type PlatformOverrides = Partial<Pick<Platform, 'clock' | 'log' | 'storage' | 'durability' | 'disk'>> & {
  mail?: MailTransport
  db?: ServerDb
  /** Connects this node to others with the same database. Without it, this process is the only node. */
  eventChannel?: NodeChannel<NodeMessage>
  redisUrl?: string
  /** Copies a site before its first missing migration; see `upgradeDatabase`. */
  copyBeforeMigration?: (site: SiteToUpgrade, firstMissing: string) => Promise<CopyBefore | undefined>
}

export type SiteToUpgrade = Pick<Platform, 'config' | 'clock' | 'db' | 'log' | 'storage'> & { keySource: KeySource }

/** Verifies the data keys, opens and migrates the database, and selects the engines of this configuration. */
export async function openPlatform(config: Config, overrides: PlatformOverrides = {}) {
  const clock = overrides.clock ?? systemClock
  const isOnDisk = !config.cluster && config.databaseFile !== ':memory:'
  const keySource = { dataKeys: config.dataKeys, keyFile: path.join(config.dataDir, 'data-keys') }
  if (isOnDisk) verifyKeysBeforeOpen(keySource, config.databaseFile, path.join(config.dataDir, 'files'))
  if (isOnDisk || config.cluster) openDataDir(config.dataDir)
  const hasKeysOnly = isOnDisk && !existsSync(config.databaseFile) && existsSync(keySource.keyFile)
  const durability = overrides.durability ?? createDurability()
  const db = overrides.db ?? (await openConfiguredDatabase(config, durability))
  let redis: RedisConnection | undefined
  try {
    const log = overrides.log ?? createLog(config)
    const storage = overrides.storage ?? (await openStorage(config, durability))
    const copy = async (firstMissing: string) =>
      overrides.copyBeforeMigration?.({ config, clock, db, log, storage, keySource }, firstMissing)
    if (!overrides.db) await upgradeDatabase(db, log, copy)
    warnOfFolders(config, log)
    if (hasKeysOnly)
      log.warn(
        `${keySource.keyFile} holds data keys, but there was no database: this site starts empty. If it had data, stop it and restore a backup`,
      )
    const keyring = await openKeyring(db, clock, keySource)
    const redisUrl = overrides.redisUrl ?? config.cluster?.redisUrl
    if (redisUrl !== undefined) redis = await connectRedis(redisUrl, log)
    const channel = overrides.eventChannel ?? (redis && createNodeChannel<NodeMessage>(redis, 'events'))
    const events = channel ? await createJournalBus({ db, clock, log, channel }) : createMemoryBus()
    const shared = createSharedState({
      ...{ clock, redis },
      hash: (key) => limitKey(keyring, key),
      reviewersChanged: (submissionId) => events.publish({ name: 'review.presence-changed', submissionId }),
    })
    const limits = await createRateLimits({
      ...{ db, keyring, clock, log },
      createQuickCounters: shared.createQuickCounters,
    })
    const site = await createSiteSettings({ db, log, events, config })
    warnOfSender(config, site.current, log)
    const transport = overrides.mail ?? openTransport(config, site.current)
    const platform: Platform = {
      ...{ config, clock, log, db, durability, keyring, storage, events, shared, limits, site },
      disk: overrides.disk ?? (config.cluster ? noLocalData : watchDiskSpace(config.dataDir)),
      reserve: isOnDisk ? keepDiskReserve(path.join(config.dataDir, 'reserve')) : noDiskReserve,
      outbox: createOutbox({ config, db, keyring, clock, log, transport, site }),
    }
    const close = async () => {
      await site.stop()
      await events.stop()
      await limits.stop()
      await shared.close()
      await stopExport()
      await db.destroy()
    }
    return { platform, close }
  } catch (error) {
    await redis?.close()
    await db.destroy()
    throw error
  }
}

async function openConfiguredDatabase({ cluster, databaseFile }: Config, durability: Durability): Promise<ServerDb> {
  if (!cluster) return openDatabase(databaseFile, durability)
  const db = await openPostgres(cluster.databaseUrl)
  await assertByteOrder(db)
  return db
}

type SharedParts = {
  clock: Clock
  redis: RedisConnection | undefined
  /** A keyed hash for keys that contain names. */
  hash(key: string): string
  /** Called when the people who have this place open have changed, in case that no message said so. */
  reviewersChanged(place: string): void
}

function createSharedState({ clock, redis, hash, reviewersChanged }: SharedParts): SharedState {
  const mapOf = (name: string) => (redis ? createNodeMap(redis, name) : createLocalMap())
  const chatPresence = createNodeCounts(mapOf('chat-presence'))
  const socketCounts = createNodeCounts(mapOf('sockets'), redis && hash)
  const arrivalTime = redis && (() => redisTime(redis))
  const reviewPresence = createReviewPresence(mapOf('review-presence'), arrivalTime, reviewersChanged)
  return {
    chatPresence,
    reviewPresence,
    socketCounts,
    createThrottle: (everyMs) =>
      redis ? createRedisThrottle(redis, clock, everyMs, hash) : createThrottle(clock, everyMs),
    createChannel: redis && ((topic) => createNodeChannel(redis, topic)),
    createQuickCounters: redis && createRedisCounters(redis, clock),
    ping: async () => redis?.ping(),
    async close() {
      for (const each of [chatPresence, reviewPresence, socketCounts]) await each.close()
      await redis?.close()
    },
  }
}
