const ROUNDS = 41

type Reads = Record<string, () => Promise<unknown>>

/**
 * The median ms of each read on each database, with those of every round on the first one, the control. Each round runs
 * every read on every database once; the first two rounds only warm up.
 */
export async function measureReads(
  databases: readonly { reads: Reads }[],
): Promise<{ what: string; ms: number[]; control: number[] | undefined }[]> {
  const names = Object.keys(databases[0]?.reads ?? {})
  const times = new Map(names.map((name) => [name, databases.map((): number[] => [])]))
  for (let round = -2; round < ROUNDS; round++)
    for (const name of names)
      for (const [at, { reads }] of databases.entries()) {
        const started = performance.now()
        await reads[name]?.()
        if (round >= 0) times.get(name)?.[at]?.push(performance.now() - started)
      }
  return [...times].map(([what, of]) => ({ what, ms: of.map(median), control: of[0] }))
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
