type JobRun = { succeeded: number; failed: number }

/** Counts the runs of each job since the start of the server, for metrics. */
export type JobRuns = {
  succeeded(job: string): void
  failed(job: string): void
  counts(): ReadonlyMap<string, Readonly<JobRun>>
}

export function createJobRuns(): JobRuns {
  const runs = new Map<string, JobRun>()
  const runOf = (job: string) => {
    const run = runs.get(job) ?? { succeeded: 0, failed: 0 }
    runs.set(job, run)
    return run
  }
  return {
    succeeded: (job) => void runOf(job).succeeded++,
    failed: (job) => void runOf(job).failed++,
    counts: () => runs,
  }
}
