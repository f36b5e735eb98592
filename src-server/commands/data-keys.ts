import { existsSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../clock.ts'
import { prepareProcess, readConfig } from '../config/config.ts'
import { openDatabase } from '../db/database.ts'
import { verifyKeyring } from '../encryption/open-keyring.ts'
import { createMemoryBus } from '../events/memory-bus.ts'
import { listKeyUsage } from '../operations/key-usage.ts'
import { type KeyContext, retireKey, rotateKeys } from '../operations/rotate-keys.ts'
import { createDiskStorage } from '../storage/disk-storage.ts'

const usage = 'Usage: npm run data-keys -- status | rotate | retire <id>'

/** `npm run data-keys`: what each data key is used for, a new one, the end of an old one; the site may run meanwhile. */
async function main(): Promise<void> {
  const [command, id, ...rest] = process.argv.slice(2)
  const isCommand = command === 'retire' ? id !== undefined : ['status', 'rotate'].includes(command ?? '') && !id
  if (!isCommand || rest.length > 0) throw new Error(usage)
  prepareProcess()
  const { databaseFile, dataDir, dataKeys } = readConfig()
  if (!existsSync(databaseFile)) throw new Error(`There is no database at ${databaseFile}.`)
  const db = openDatabase(databaseFile)
  try {
    const ctx: KeyContext = {
      db,
      clock: systemClock,
      events: createMemoryBus(),
      storage: createDiskStorage(path.join(dataDir, 'files')),
      source: { dataKeys, keyFile: path.join(dataDir, 'data-keys') },
    }
    if (command === 'status') await showStatus(ctx)
    else if (command === 'rotate') await rotate(ctx)
    else await retire(ctx, id ?? '')
  } finally {
    await db.destroy()
  }
}

async function showStatus(ctx: KeyContext): Promise<void> {
  for (const { id, state, values, files, compared } of await listKeyUsage(
    ctx.db,
    ctx.storage,
    await verifyKeyring(ctx.db, ctx.source),
  ))
    say(`${id}: ${state}; ${values} values and ${files} files encrypted, ${compared} checksums`)
}

async function rotate(ctx: KeyContext): Promise<void> {
  const { id, isInFile } = await rotateKeys(ctx)
  if (isInFile) {
    say(`${id} is in ${ctx.source.keyFile}, and the active key from the next start of the server. Restart it, and put`)
    say(
      'a copy of the file where the old one is kept. Everything is encrypted anew meanwhile: npm run data-keys -- status',
    )
    return
  }
  say('The keys are in DATA_KEYS, so nothing was changed. Make 32 random bytes (openssl rand -base64 32), put')
  say(`${id}:<those>, before what DATA_KEYS holds now, keep a copy, and restart the server.`)
}

async function retire(ctx: KeyContext, id: string): Promise<void> {
  const { isInFile } = await retireKey(ctx, id)
  say(isInFile ? `${id} is no longer in ${ctx.source.keyFile}.` : `${id} is retired: take it out of DATA_KEYS.`)
  say('Backups from before cannot be read without it: keep a copy as long as you keep them.')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
