import { statSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const LOOK_EVERY_MS = 2_000
/** As much as a disk gives out at least: a few bytes can fit where nothing else does. */
const PROBE_BYTES = 4_096

/**
 * Watches that what the server has opened is still where the next start looks for it, and that the folder can be
 * written. Made while both are right. The returned function answers what is wrong, looking at most every two seconds.
 */
export function watchDataFolder(config: { databaseFile: string; dataDir: string }): () => Promise<string | undefined> {
  if (config.databaseFile === ':memory:') return async () => undefined
  const opened = [config.databaseFile, path.join(config.dataDir, 'files')]
    .map((at) => ({ at, identity: identityOf(statSync(at, { throwIfNoEntry: false })) }))
    .filter(({ identity }) => identity !== undefined)
  const probe = path.join(config.dataDir, 'ready-probe')

  const look = async () => {
    for (const { at, identity } of opened)
      if (identityOf(await stat(at).catch(() => undefined)) !== identity) return `${at} was removed or replaced`
    return writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 })
      .finally(() => rm(probe, { force: true }))
      .then(
        () => undefined,
        ({ code }: NodeJS.ErrnoException) => `${config.dataDir} cannot be written: ${code}`,
      )
  }
  let looked = -LOOK_EVERY_MS
  let found: Promise<string | undefined> | undefined
  return () => {
    if (found && performance.now() - looked < LOOK_EVERY_MS) return found
    looked = performance.now()
    found = look()
    return found
  }
}

function identityOf(found: { dev: number; ino: number } | undefined): string | undefined {
  return found && `${found.dev}:${found.ino}`
}
