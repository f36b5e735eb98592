import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../project.mjs'

const ORDERS_A_DAY = 1000

/** The insider report of 30 days. */
export async function benchInsider() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  try {
    const program = path.join(root, 'dist/server/bench-insider.js')
    const { status, stdout } = spawnSync(process.execPath, [program, folder, String(ORDERS_A_DAY)], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new Error('The insider report was not measured.')
    const { entries, ms, blockedMs } = JSON.parse(stdout)
    return [
      {
        what: `the report of 30 days of ${ORDERS_A_DAY} orders, ${entries} entries of the audit log`,
        figure: `${Math.round(ms)} ms`,
        goal: 'under 2 s',
      },
      { what: 'longest time without a turn of the event loop', figure: `${Math.round(blockedMs)} ms` },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
