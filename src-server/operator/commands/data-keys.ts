import { systemClock } from '../../platform/clock.ts'
import { verifyKeyring } from '../../platform/encryption/open-keyring.ts'
import { createMemoryBus } from '../../platform/events/local-delivery.ts'
import { type KeyContext, listKeyUsage, retireKey, rotateKeys } from '../operations/rotate-keys.ts'
import { print, runSiteCommand } from './run-command.ts'

const usage = 'Usage: npm run data-keys -- status | rotate | retire <id>'

runSiteCommand(
  { usage, commands: ['status', 'rotate', 'retire'], withId: 'retire', options: {} },
  async ({ db, storage, keySource: source }, { command, id }) => {
    const ctx: KeyContext = { db, clock: systemClock, events: createMemoryBus(), storage, source }
    if (command === 'status') await showStatus(ctx)
    else if (command === 'rotate') await rotate(ctx)
    else await retire(ctx, id)
  },
)

async function showStatus(ctx: KeyContext) {
  const usage = await listKeyUsage(ctx.db, ctx.storage, await verifyKeyring(ctx.db, ctx.source))
  for (const { id, state, values, files, compared } of usage)
    print(`${id}: ${state}; ${values} values and ${files} files encrypted, ${compared} checksums`)
}

async function rotate(ctx: KeyContext) {
  const { id, isInFile } = await rotateKeys(ctx)
  if (isInFile) {
    print(
      `${id} is in ${ctx.source.keyFile}, and the active key from the next start of the server. Restart it, and put`,
    )
    print(
      'a copy of the file where the old one is kept. Existing data is re-encrypted then: npm run data-keys -- status',
    )
    return
  }
  print('The keys are in DATA_KEYS, so nothing was changed. Make 32 random bytes (openssl rand -base64 32), put')
  print(`${id}:<those>, before the present value of DATA_KEYS, keep a copy, and restart the server.`)
}

async function retire(ctx: KeyContext, id: string) {
  const { isInFile } = await retireKey(ctx, id)
  print(isInFile ? `${id} is no longer in ${ctx.source.keyFile}.` : `${id} is retired: remove it from DATA_KEYS.`)
  print('Older backups cannot be read without it: keep a copy as long as you keep those backups.')
}
