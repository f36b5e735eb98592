import { planOf, run } from './run.ts'
const seed = Number(process.argv[2] ?? 1)
const months = Number(process.argv[3] ?? 1)
const start = performance.now()
const { found, digest, acts, refusals } = await run(planOf(seed, months))
console.log(found)
if (process.argv[4]) {
  const counts = new Map<string, number>()
  for (const r of refusals) counts.set(r, (counts.get(r) ?? 0) + 1)
  console.log([...counts].sort((a, b) => b[1] - a[1]).map(([r, n]) => `${n} ${r}`).join('\n'))
}
console.log({ digest, acts, ms: performance.now() - start })
