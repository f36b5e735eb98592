import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../project.mjs'
import { countsOf } from './figures.mjs'
import { ratioTo, roundsOf } from './noise.mjs'

const SIZES = [10_000, 100_000, 1_000_000]

/**
 * Staff queries on large queues, each compared with the same query on the first one. `given` replaces their sizes, as
 * in `npm run bench queue 1000000 10000000`.
 */
export async function benchQueue(given) {
  const sizes = countsOf(given, SIZES)
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  try {
    const program = path.join(root, 'dist/server/bench-queue.js')
    const { status, stdout } = spawnSync(process.execPath, [program, folder, ...sizes.map(String)], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new Error('The queue was not measured.')
    const { seeded, bytes, medians } = JSON.parse(stdout)
    const last = sizes.length - 1
    return [
      { what: `seconds to write ${sizes.join(', ')} rows`, figure: seeded.join(', ') },
      { what: 'GB of the databases', figure: bytes.map((each) => (each / 1e9).toFixed(2)).join(', ') },
      ...medians.map(({ what, ms, control }) => ({
        what,
        figure: `${ms.map((each) => each.toFixed(2)).join(', ')} ms, ${ratioTo(roundsOf(control), ms[last] / ms[0])}`,
        goal: 'under 15 ms, at most 2',
      })),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
