import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

export type ProcessGuard = {
  /** Guards this process, or with a negative number this group, instead of the one before; undefined: none. */
  watch(pid: number | undefined): void
  /** Stops guarding. */
  end(): void
}

/** The input ends with this process. A process that has ended may remain as a zombie, so the waiting is bounded. */
const script = `
while read -r next; do pid=$next; done
if [ -n "$pid" ]; then
  kill -s "$1" -- "$pid"
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -s 0 -- "$pid" && sleep 0.1; done
fi
if [ -n "$2" ]; then rm -rf "$2"; fi`

/**
 * A shell that ends a process and deletes a folder when this process has ended, however that happened. It has a session
 * of its own, so that an interrupt from the terminal does not end it.
 */
export function startProcessGuard({
  signal = 'KILL',
  folder = '',
}: {
  signal?: string
  folder?: string
}): ProcessGuard {
  const guard = spawn('/bin/sh', ['-c', script, 'guard', signal, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  // A Socket as the input of a child has no `unref` in the types of Node.
  ;(guard.stdin as unknown as Socket).unref()
  guard.stdin.on('error', () => {})
  return {
    watch: (pid) => void guard.stdin.write(`${pid ?? ''}\n`),
    end: () => void guard.kill('SIGKILL'),
  }
}
