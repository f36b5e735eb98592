import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isOpen } from './free-port.ts'
import { tempFolder } from './temp-folder.ts'
import type { EngineAddresses } from './test-site.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** A process that starts the engines, prints where they are, and runs until it is ended. */
const program = `
  import { runnerImport } from 'vite'
  const { module } = await runnerImport(process.argv[1], { configFile: false, logLevel: 'error' })
  const { addresses } = await module.startEngines()
  console.log(JSON.stringify(addresses))
  setInterval(() => {}, 1000)`

async function startInProcess(temp: string): Promise<{ child: ChildProcess; ports: number[] }> {
  const file = path.join(import.meta.dirname, 'engines.ts')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
    cwd: root,
    env: { ...process.env, TMPDIR: temp },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const { postgresUrl, redisUrl, s3 } = JSON.parse(String(line)) as EngineAddresses
  return { child, ports: [postgresUrl, redisUrl, s3.endpoint].map((url) => Number(new URL(url).port)) }
}

test.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
  'all engines end and leave no files when the test run ends by %s',
  async (signal) => {
    using temp = tempFolder()
    // PostgreSQL runs as another user when the tests run as root.
    chmodSync(temp.path, 0o711)
    const { child, ports } = await startInProcess(temp.path)
    expect(await Promise.all(ports.map(isOpen))).toEqual([true, true, true])
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    await expect.poll(() => Promise.all(ports.map(isOpen)), { timeout: 20_000 }).toEqual([false, false, false])
    await expect.poll(() => readdirSync(temp.path), { timeout: 20_000 }).toEqual([])
  },
)
