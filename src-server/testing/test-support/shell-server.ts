import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startProcessGuard } from './process-guard.ts'

type Surroundings = { cwd: string; env: NodeJS.ProcessEnv }

/** Runs lines as a terminal does: in a process group, which ends with the test process. */
function openShell(lines: string, surroundings: Surroundings) {
  const child = spawn('sh', ['-ec', lines], { ...surroundings, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  // A negative number names the group.
  const group = -(child.pid ?? Number.NaN)
  const guard = startProcessGuard({})
  guard.watch(group)
  let output = ''
  let onOutput = () => {}
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text
      onOutput()
    })
  let isClosed = false
  // It closes when the last process that can write to its output has ended.
  const closed = once(child, 'close').then(([code]) => {
    isClosed = true
    guard.end()
    return code as number | null
  })
  return {
    output: () => output,
    closed,
    kill: (signal: NodeJS.Signals) => isClosed || process.kill(group, signal),
    printed: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        onOutput = () => {
          const [, found] = pattern.exec(output) ?? []
          if (found) resolve(found)
        }
        closed.then((code) => reject(new Error(`${lines} ended with ${code}:\n${output}`)))
      }),
  }
}

/** Runs lines of shell; returns what they print. @throws Error when one of them fails */
export async function runInShell(lines: string, surroundings: Surroundings): Promise<string> {
  const shell = openShell(lines, surroundings)
  const code = await shell.closed
  if (code !== 0) throw new Error(`${lines} ended with ${code}:\n${shell.output()}`)
  return shell.output()
}

export type ShellServer = AsyncDisposable & {
  url: string
  /** Ctrl-C; resolves when all processes of the command have ended. */
  interrupt(): Promise<void>
}

/** Runs a command that starts the server; resolves when it listens. @throws Error when it ends instead */
export async function serveInShell(command: string, surroundings: Surroundings): Promise<ShellServer> {
  const shell = openShell(command, surroundings)
  const url = await shell.printed(/is open on (\S+)\n/)
  const end = async (signal: NodeJS.Signals) => {
    shell.kill(signal)
    await shell.closed
  }
  return {
    url: url.replace('localhost', '127.0.0.1'),
    interrupt: () => end('SIGINT'),
    [Symbol.asyncDispose]: () => end('SIGKILL'),
  }
}
