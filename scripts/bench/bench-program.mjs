import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inRoot } from '../project.mjs'

/** What a program of `src-server/testing/bench/programs` measures with these sizes, in a folder of its own. @throws Error when the program fails */
export function measuredBy(name, sizes) {
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  try {
    const program = inRoot('src-server/testing/bench/programs', `${name}.ts`)
    const { status, stdout } = spawnSync(process.execPath, [program, folder, ...sizes.map(String)], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new Error(`${name} ended with ${status}.`)
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
