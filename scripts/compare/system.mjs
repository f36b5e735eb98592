import { spawnSync } from 'node:child_process'
import { inRoot } from '../project.mjs'

/** The failed steps of races and system tests; a skipped one fails. */
export function system() {
  const steps = [
    ['postgres', 'testing/races'],
    ['system', 'system-tests'],
  ]
  return steps
    .filter(([step, folder]) => {
      const args = [inRoot('scripts/test.mjs'), '--all', `--only=${step}`, folder]
      return spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0
    })
    .map(([step]) => `The step ${step} failed`)
}
