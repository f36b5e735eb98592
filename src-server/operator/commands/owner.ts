import { newOwnerLine } from '../../accounts/first-owner.ts'
import { createPasswords } from '../../accounts/passwords.ts'
import { resetOwner } from '../../accounts/reset-owner.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { openKeyring } from '../../platform/encryption/open-keyring.ts'
import { createJournalBus } from '../../platform/events/journal-bus.ts'
import { createMemoryBus } from '../../platform/events/local-delivery.ts'
import { createLog } from '../../platform/logging/logger.ts'
import { createRateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { print, runSiteCommand } from './run-command.ts'

const usage = `Usage: npm run owner -- reset [--username <name>] [--remove-second-factor]
  --username <name>        another owner than the first one
  --remove-second-factor   for an owner who has lost the authenticator and the recovery codes`

/** The nodes read the journal every second, also without hints. */
const noHints = { send: () => {}, listen: () => () => {} }

const options = { username: { type: 'string' }, 'remove-second-factor': { type: 'boolean', default: false } } as const

runSiteCommand({ usage, commands: ['reset'], options }, async ({ db, keySource }, { config, values }) => {
  const log = createLog({ ...config, logLevel: 'warn' })
  const keyring = await openKeyring(db, clock, keySource)
  const events = config.cluster ? await createJournalBus({ db, clock, log, channel: noHints }) : createMemoryBus()
  const limits = await createRateLimits({ db, keyring, clock, log })
  const passwords = createPasswords()
  const asked = { username: values.username, removesFactor: values['remove-second-factor'] }
  const owner = await resetOwner({ config, db, clock, keyring, events, limits, passwords }, asked)
  await limits.stop()
  await events.stop()
  process.stdout.write(newOwnerLine(owner))
  print('It has to be replaced at the next sign-in. All sessions and trusted browsers of this owner are ended.')
  print(`Two-step verification: ${owner.removedFactor ? 'removed' : 'as before'}.`)
})
