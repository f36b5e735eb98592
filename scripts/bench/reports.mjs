import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../project.mjs'
import { countsOf } from './figures.mjs'

const ORDERS = 1_000_000

/** The reports of 12 months. `given` replaces the number of orders, as in `npm run bench reports 100000`. */
export async function benchReports(given) {
  const [orders] = countsOf(given, [ORDERS])
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  try {
    const program = path.join(root, 'dist/server/bench-reports.js')
    const { status, stdout } = spawnSync(process.execPath, [program, folder, String(orders)], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new Error('The reports were not measured.')
    const { transfers, keptMs, medians } = JSON.parse(stdout)
    return [
      { what: `seconds to add ${transfers} transfers to the figures`, figure: (keptMs / 1000).toFixed(1) },
      ...medians.map(({ what, ms }) => ({
        what: `12 months of ${orders} orders in two years, ${what}`,
        figure: `${ms.toFixed(2)} ms`,
        goal: 'under 50 ms',
      })),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
