import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../project.mjs'
import { countsOf } from './figures.mjs'

const ORDERS = 100_000

/** Order pages with their place in line among many orders that wait. `given` replaces the number of orders. */
export async function benchTracking(given) {
  const [orders] = countsOf(given, [ORDERS])
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  try {
    const program = path.join(root, 'dist/server/bench-tracking.js')
    const { status, stdout } = spawnSync(process.execPath, [program, folder, String(orders)], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new Error('The order pages were not measured.')
    const { pages, median, longest } = JSON.parse(stdout)
    return [
      {
        what: `${pages} order pages with their place among ${orders.toLocaleString('en-US')} open orders`,
        figure: `median ${median.toFixed(2)} ms, longest ${longest.toFixed(2)} ms`,
        goal: 'under 5 ms each',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
