import { systemClock as clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { openKeyring } from '../../platform/encryption/open-keyring.ts'
import { createJournalBus } from '../../platform/events/journal-bus.ts'
import { createMemoryBus } from '../../platform/events/local-delivery.ts'
import { createLog } from '../../platform/logging/logger.ts'
import type { Site } from './open-site.ts'

/** The nodes read the journal every second, also without hints. */
const noHints = { send: () => {}, listen: () => () => {} }

/** What commands need that write audit entries. The caller stops `events`. */
export async function openServices({ db, keySource }: Site, config: Config) {
  const log = createLog({ ...config, logLevel: 'warn' })
  const keyring = await openKeyring(db, clock, keySource)
  const events = config.cluster ? await createJournalBus({ db, clock, log, channel: noHints }) : createMemoryBus()
  return { db, clock, log, keyring, events }
}
