import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { builtFile } from './built-site.ts'
import { startProcessGuard } from './process-guard.ts'
import { siteSettings } from './test-site.ts'

const built = builtFile('server/main.js')

export const processOwner = { username: 'owner', password: 'the-owner-of-this-test' }

export type ServerProcess = {
  url: string
  child: ChildProcess
  /** Everything the process has printed so far, its log included. */
  output(): string
  /** Sends the signal and waits for the exit; returns the exit code (null when the signal ended the process). */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** The server exited instead of starting; the message contains its output. */
export class StartupError extends Error {
  readonly exitCode: number | null
  constructor(exitCode: number | null, output: string) {
    super(`The server did not start:\n${output}`)
    this.exitCode = exitCode
  }
}

/**
 * Starts the built server on a free port over `dataDir`, on the engines of the test run if it has some
 * (`test-site.ts`); resolves when it listens. It ends with the test process, however that ends. Needs `npm run build`.
 * @param launcher a command that executes the command given as its arguments
 * @throws StartupError
 */
export async function startServerProcess(
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  entry = built,
  launcher: readonly string[] = [],
): Promise<ServerProcess> {
  const [command = '', ...parts] = [...launcher, process.execPath, entry]
  // Tests of engines bring their own.
  const site = env.DATABASE_URL === undefined ? await siteSettings(dataDir) : {}
  const child = spawn(command, parts, {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      TZ: 'UTC',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'debug',
      ADMIN_USERNAME: processOwner.username,
      ADMIN_PASSWORD: processOwner.password,
      // Disabling rate limits is rejected under https.
      LIMITS: env.PUBLIC_URL?.startsWith('https:') ? 'on' : 'off',
      ...site,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  const guard = startProcessGuard({})
  guard.watch(child.pid)
  gone.then(guard.end, guard.end)
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output += text
        const [, address] = /is open on (\S+)\n/.exec(output) ?? []
        if (address) resolve(address)
      })
    gone.then(() => reject(new StartupError(child.exitCode, output)))
  })
  return {
    url: url.replace('localhost', '127.0.0.1'),
    child,
    output: () => output,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await gone
      }
      return child.exitCode
    },
  }
}
