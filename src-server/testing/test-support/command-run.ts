import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { builtFile } from './built-site.ts'
import { siteSettings } from './test-site.ts'

type CommandRun = { code: number | null; output: string; seconds: number; peakMegabytes: number }

const printPeakMemory =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS+' KB\\n'))"

/** Runs a built operator command; returns its exit code, output, duration and peak memory. */
export async function runCommand(
  command: 'backup' | 'restore' | 'audit-log' | 'data-keys' | 'seed' | 'move' | 'owner' | 'ledger' | 'figures',
  dataDir: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<CommandRun> {
  const entry = builtFile(`server/${command}.js`)
  const site = env.DATABASE_URL === undefined ? await siteSettings(dataDir) : {}
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', printPeakMemory, entry, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, RETENTION_DAYS: '30', ...site, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text
    })
  const [code] = await once(child, 'close')
  const [, peak = 'NaN'] = /peak (\d+) KB/.exec(output) ?? []
  return {
    code,
    output: output.replace(/peak .*\n/, ''),
    seconds: (performance.now() - started) / 1000,
    peakMegabytes: Number(peak) / 1024,
  }
}
