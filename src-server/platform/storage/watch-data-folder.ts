import { statSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const CHECK_EVERY_MS = 2_000
/** One disk block: fewer bytes could fit on a full disk. */
const PROBE_BYTES = 4_096

/** Returns a check, at most every two seconds, that database and folders are in place; it returns the problem. */
export function watchDataFolder(config: { databaseFile: string; dataDir: string }) {
  if (config.databaseFile === ':memory:') return async () => undefined
  const opened = [config.databaseFile, path.join(config.dataDir, 'files')]
    .map((at) => ({ at, identity: identityOf(statSync(at, { throwIfNoEntry: false })) }))
    .filter(({ identity }) => identity !== undefined)
  const probe = path.join(config.dataDir, 'ready-probe')

  const check = async () => {
    for (const { at, identity } of opened)
      if (identityOf(await stat(at).catch(() => undefined)) !== identity) return `${at} was removed or replaced`
    return writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 })
      .finally(() => rm(probe, { force: true }))
      .then(
        () => undefined,
        ({ code }: NodeJS.ErrnoException) => `${config.dataDir} cannot be written: ${code}`,
      )
  }
  let checkedAt = -CHECK_EVERY_MS
  let found: Promise<string | undefined> | undefined
  return () => {
    if (found && performance.now() - checkedAt < CHECK_EVERY_MS) return found
    checkedAt = performance.now()
    found = check()
    return found
  }
}

function identityOf(found: { dev: number; ino: number } | undefined) {
  return found && `${found.dev}:${found.ino}`
}
