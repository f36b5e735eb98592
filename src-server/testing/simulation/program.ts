import { planOf, run } from './run.ts'
const [seed, months, about] = [Number(process.argv[2] ?? 1), Number(process.argv[3] ?? 1), process.argv[4]]
const { found, digest, acts, refusals } = await run(planOf(seed, months), undefined, (simulation, at) => {
  if (!about) return
  for (const order of simulation.model.orders.values())
    if (simulation.touched.has(order.id) && order.id === about)
      console.log(at, simulation.actName, JSON.stringify(order), simulation.refusals.slice(-2).filter(r => r.startsWith(simulation.actName)))
})
console.log(found.map(f => `${f.acts} ${f.rule.slice(0,40)} | ${f.of} | ${f.detail}`).join('\n'))
if (about === 'refusals') {
  const counts = new Map<string, number>()
  for (const r of refusals) counts.set(r, (counts.get(r) ?? 0) + 1)
  console.log([...counts].sort((a, b) => b[1] - a[1]).map(([r, n]) => `${n} ${r}`).join('\n'))
}
const { user, system } = process.cpuUsage()
console.log({ digest, acts, cpuMs: (user + system) / 1000 })
