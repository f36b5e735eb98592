import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { startProcessGuard } from './process-guard.ts'

export type DevServer = AsyncDisposable & {
  child: ChildProcess
  /** Resolves with the address when it listens. */
  url: Promise<string>
  /** Everything the process has printed so far. */
  output(): string
  /** Resolves with the exit code. */
  exited: Promise<number | null>
}

/** Starts Vite in this folder as `npm run dev` does; its data is in the folder too. */
export function startDevServer(folder: string, port: number): DevServer {
  const child = spawn(process.execPath, [path.join(folder, 'node_modules/vite/bin/vite.js')], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: path.join(folder, 'data'), NO_COLOR: '1' },
    // Vite ends with its input.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const guard = startProcessGuard({})
  guard.watch(child.pid)
  const exited = once(child, 'exit').then(([code]) => {
    guard.end()
    return code as number | null
  })
  let output = ''
  const url = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text
        const [, address] = /Local:\s+(\S+)\/\n/.exec(output) ?? []
        if (address) resolve(address)
      })
    exited.then((code) => reject(new Error(`The development server ended with ${code}:\n${output}`)))
  })
  url.catch(() => undefined)
  return {
    child,
    url,
    output: () => output,
    exited,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
