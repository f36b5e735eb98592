import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../ids.ts'

const PREFIX = '.backup-'
/** No backup takes that long: a folder this old belongs to a process whose number another one has by now. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000

/** A folder in DATA_DIR that only we can enter, gone when disposed of; `removeStaleStagings` takes what a crash leaves. */
export async function openStaging(dataDir: string): Promise<AsyncDisposable & { folder: string }> {
  const folder = path.join(dataDir, `${PREFIX}${process.pid}-${newId().slice(0, 6)}`)
  await mkdir(folder, { mode: 0o700 })
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Removes the folders of backups that were killed: a copy of the database lies in them. Answers how many. */
export async function removeStaleStagings(dataDir: string): Promise<number> {
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

function isRunning(pid: number, since: number): boolean {
  // In a container the process after a crash has the number of the one before.
  if (pid === process.pid) return since > Date.now() - process.uptime() * 1000
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
