import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

const inNamespace = ['--user', '--map-root-user', '--mount', 'sh', '-c']

/** Whether this machine lets anybody mount a disk in memory. */
export function canMountSmallDisk(): boolean {
  return spawnSync('unshare', [...inNamespace, 'mount -t tmpfs -o size=1m tmpfs /mnt']).status === 0
}

export type SmallDisk = AsyncDisposable & {
  /** Where a process that was started with `launcher` finds it. */
  path: string
  /** Command that runs another one where the disk is. */
  launcher: readonly string[]
  /** Takes what room is left, to the last block. */
  fill(): void
}

/** A real disk of so many megabytes, in memory; gone when disposed of. */
export async function aSmallDisk(megabytes: number): Promise<SmallDisk> {
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs /mnt && echo mounted && exec cat`
  const keeper = spawn('unshare', [...inNamespace, mount], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(keeper.stdout, 'data')
  return {
    path: '/mnt',
    launcher: ['nsenter', '--target', String(keeper.pid), '--user', '--mount', '--preserve-credentials'],
    fill() {
      for (const size of [1024 * 1024, 4_096]) while (hasWritten(`/proc/${keeper.pid}/root/mnt`, size));
    },
    async [Symbol.asyncDispose]() {
      const gone = once(keeper, 'exit')
      keeper.stdin.end()
      await gone
    },
  }
}

let written = 0

/** Writes a file of so many bytes; false when the disk is too full for it. */
function hasWritten(folder: string, bytes: number): boolean {
  try {
    writeFileSync(path.join(folder, `filler-${++written}`), Buffer.alloc(bytes))
    return true
  } catch {
    return false
  }
}
