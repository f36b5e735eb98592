// The step 'sizes' of `npm test`: fails when a size of the project is over its budget.
//   --table   prints every size
import { measureBudgets } from './budgets.mjs'

const count = (number) => number.toLocaleString('en-US')
const sizes = measureBudgets()
const over = sizes.filter(({ now, budget }) => now > budget)

if (process.argv.includes('--table')) {
  console.log('\n| size | now | budget |\n|---|---:|---:|')
  for (const { what, now, budget } of sizes) console.log(`| ${what} | ${count(now)} | ${count(budget)} |`)
}
for (const { what, now, budget } of over)
  console.error(`${what}: ${count(now)}, ${count(now - budget)} over the budget of ${count(budget)}`)
if (over.length > 0) {
  console.error('Use the kit, fold copies, delete what is replaced. scripts/budgets.mjs says who may raise a budget.')
  process.exitCode = 1
}
