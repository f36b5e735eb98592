import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

const inNamespace = ['--user', '--map-root-user', '--mount', 'sh', '-c']

/** Whether this machine permits mounting a tmpfs in a user namespace. */
export function canMountSmallDisk(): boolean {
  return spawnSync('unshare', [...inNamespace, 'mount -t tmpfs -o size=1m tmpfs /mnt']).status === 0
}

type SmallDisk = AsyncDisposable & {
  /** Its path for a process started with `launcher`. */
  path: string
  /** A command prefix that runs another command in the mount namespace of the disk. */
  launcher: readonly string[]
  /** Writes until no block is left. */
  fill(): void
}

/** A tmpfs of this size. Disposing of it unmounts it. */
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

/** Writes a file of this size; returns false when the disk is full. */
function hasWritten(folder: string, bytes: number): boolean {
  try {
    writeFileSync(path.join(folder, `filler-${++written}`), Buffer.alloc(bytes))
    return true
  } catch {
    return false
  }
}
