import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { PROGRAM_PORTS } from './free-port.ts'
import { startProcessGuard } from './process-guard.ts'
import { tempFolder } from './temp-folder.ts'

const PORT_IN_USE = 75

export type ProgramOnPort = AsyncDisposable & {
  /** Its folder, deleted in the end. */
  folder: string
  port: number
  /** Ends the program with SIGKILL. Its folder remains. */
  kill(): Promise<void>
  /** Starts it again on the same port with the same folder. */
  start(): Promise<void>
}

type Options = { args: readonly string[]; env?: Readonly<Record<string, string>> }

/**
 * Starts `node <program> <folder> <port> <args>` on a free port of loopback. The program prints when it listens, exits
 * with 75 when another process has the port, and ends with its standard input: with the test process, however that
 * ends.
 */
export async function startProgramOnPort(program: string, { args, env = {} }: Options): Promise<ProgramOnPort> {
  const root = tempFolder()
  const guard = startProcessGuard({ folder: root.path })
  let port = 0
  let running: ChildProcess | undefined

  /** @returns false when another process has the port */
  async function tryStart(): Promise<boolean> {
    const child = spawn(process.execPath, [program, root.path, String(port), ...args], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const exitCode = await Promise.race([
      once(child.stdout, 'data').then(() => undefined),
      once(child, 'exit').then(([code]) => code as number | null),
    ])
    if (exitCode === undefined) running = child
    else if (exitCode !== PORT_IN_USE) throw new Error(`${program} did not start.`)
    return exitCode === undefined
  }

  async function kill(): Promise<void> {
    if (!running) return
    const exited = once(running, 'exit')
    running.kill('SIGKILL')
    running = undefined
    await exited
  }

  do port = randomInt(...PROGRAM_PORTS)
  while (!(await tryStart()))
  return {
    folder: root.path,
    port,
    kill,
    async start() {
      if (!(await tryStart())) throw new Error(`Port ${port} is in use.`)
    },
    async [Symbol.asyncDispose]() {
      await kill()
      guard.end()
      root[Symbol.dispose]()
    },
  }
}
