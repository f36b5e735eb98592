// `npm run check`: types, lint and unit tests, then the size of the project beside its budgets.
import { spawnSync } from 'node:child_process'
import { inRoot, root } from './project.mjs'

const runs = [
  ['scripts/test.mjs', '--only=types,lint,unit'],
  ['scripts/sizes.mjs', '--table'],
]
const failed = runs.filter(
  ([script, ...args]) =>
    spawnSync(process.execPath, [inRoot(script), ...args], { cwd: root, stdio: 'inherit' }).status !== 0,
)
process.exitCode = failed.length > 0 ? 1 : 0
