import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../../platform/ids.ts'

const PREFIX = '.backup-'
/** Longer than any backup: the process of an older folder has ended, even if its pid was reused. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000

/** Creates an owner-only folder in DATA_DIR, removed on disposal. After a crash `removeStaleStagings` removes it. */
export async function openStaging(dataDir: string): Promise<AsyncDisposable & { folder: string }> {
  const folder = path.join(dataDir, `${PREFIX}${process.pid}-${newId().slice(0, 6)}`)
  await mkdir(folder, { mode: 0o700 })
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Removes the folders of killed backups, which contain a copy of the database. Returns their number. */
export async function removeStaleStagings(dataDir: string) {
  let removed = 0
  for (const name of await readdir(dataDir).catch(() => [])) {
    const [, pid] = new RegExp(`^\\${PREFIX}(\\d+)-`).exec(name) ?? []
    if (pid === undefined) continue
    const folder = path.join(dataDir, name)
    const made = await stat(folder).catch(() => undefined)
    if (!made || (isRunning(Number(pid), made.mtimeMs) && Date.now() - made.mtimeMs < STALE_AFTER_MS)) continue
    await rm(folder, { recursive: true, force: true })
    removed++
  }
  return removed
}

function isRunning(pid: number, since: number) {
  // In a container the restarted process has the same pid.
  if (pid === process.pid) return since > Date.now() - process.uptime() * 1000
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
