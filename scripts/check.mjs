// `npm run check`: types, lint and unit tests, then the size of the project beside its budgets.
import { spawnSync } from 'node:child_process'
import { measureBudgets } from './budgets.mjs'
import { inRoot, root } from './project.mjs'

const { status } = spawnSync(process.execPath, [inRoot('scripts/test.mjs'), '--only=types,lint,unit'], {
  cwd: root,
  stdio: 'inherit',
})
console.log('\n| size | now | budget |\n|---|---:|---:|')
for (const { what, now, budget } of measureBudgets()) console.log(`| ${what} | ${now} | ${budget ?? ''} |`)
process.exit(status ?? 1)
