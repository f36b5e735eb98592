import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../project.mjs'
import { countsOf } from './figures.mjs'
import { ratioTo, roundsOf } from './noise.mjs'

const SIZES = [10_000, 100_000]

/**
 * Lists, ages and searches of large inventories, each compared with the same read of the first one. `given` replaces
 * their sizes.
 */
export async function benchInventory(given) {
  const sizes = countsOf(given, SIZES)
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  try {
    const program = path.join(root, 'dist/server/bench-inventory.js')
    const { status, stdout } = spawnSync(process.execPath, [program, folder, ...sizes.map(String)], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new Error('The inventory was not measured.')
    const { medians } = JSON.parse(stdout)
    const last = sizes.length - 1
    return medians.map(({ what, ms, control }) => ({
      what,
      figure: `${ms.map((each) => each.toFixed(2)).join(', ')} ms, ${ratioTo(roundsOf(control), ms[last] / ms[0])}`,
      goal: 'under 5 ms',
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
