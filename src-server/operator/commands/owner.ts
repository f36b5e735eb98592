import { newOwnerLine, resetOwner } from '../../accounts/first-owner.ts'
import { createPasswords } from '../../accounts/passwords.ts'
import { createRateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { openServices } from './open-site.ts'
import { print, runSiteCommand } from './run-command.ts'

const usage = `Usage: npm run owner -- reset [--username <name>] [--remove-second-factor]
  --username <name>        another owner than the first one
  --remove-second-factor   for an owner who has lost the authenticator and the recovery codes`

const options = { username: { type: 'string' }, 'remove-second-factor': { type: 'boolean', default: false } } as const

runSiteCommand({ usage, commands: ['reset'], options }, async (site, { config, values }) => {
  const services = await openServices(site, config)
  const limits = await createRateLimits(services)
  const passwords = createPasswords()
  const asked = { username: values.username, removesFactor: values['remove-second-factor'] }
  const owner = await resetOwner({ ...services, config, limits, passwords }, asked)
  await limits.stop()
  await services.events.stop()
  process.stdout.write(newOwnerLine(owner))
  print('It has to be replaced at the next sign-in. All sessions and trusted browsers of this owner are ended.')
  print(`Two-step verification: ${owner.removedFactor ? 'removed' : 'as before'}.`)
})
