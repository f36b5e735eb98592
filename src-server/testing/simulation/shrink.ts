import { type Found, run, type Step } from './run.ts'

const isSame = (one: Found, other: Found): boolean => one.rule === other.rule && one.of === other.of

/** Runs that a search for fewer steps may take. */
const MOST_RUNS = 150

/** The fewest of these steps that make the same finding, as far as leaving out parts of them finds out. */
export async function shrink(steps: readonly Step[], found: Found): Promise<Step[]> {
  let runs = 0
  const failing = async (tried: readonly Step[]) => {
    if (++runs > MOST_RUNS) return undefined
    const result = await run(tried, (each) => isSame(each, found))
    return result.found.some((each) => isSame(each, found)) ? tried.slice(0, result.acts) : undefined
  }
  let least = steps.slice(0, found.acts)
  for (let size = Math.ceil(least.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let end = least.length; end > 0; end -= size)
      least = (await failing([...least.slice(0, Math.max(0, end - size)), ...least.slice(end)])) ?? least
  return least
}
