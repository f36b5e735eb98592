import { verifyLog } from '../../audit/verify-log.ts'
import { systemClock } from '../../platform/clock.ts'
import { openKeyring } from '../../platform/encryption/open-keyring.ts'
import { print, runSiteCommand } from './run-command.ts'

const usage = 'Usage: npm run audit-log:verify [-- --expect <hash>]'

runSiteCommand(
  { usage, commands: ['verify'], options: { expect: { type: 'string' } } },
  async ({ db, keySource }, { values }) => {
    const keyring = await openKeyring(db, systemClock, keySource)
    const { count, head, problem } = await verifyLog(db, keyring, values.expect)
    print(`${count} entries, head ${head || 'none'}`)
    if (problem) throw new Error(problem)
    print('OK')
  },
)
