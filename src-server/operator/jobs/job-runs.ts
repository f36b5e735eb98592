type JobRun = { succeeded: number; failed: number }

/** Counts the runs of each job since the start of the server, for metrics. */
export function createJobRuns() {
  const runs = new Map<string, JobRun>()
  const runOf = (job: string) => {
    const run = runs.get(job) ?? { succeeded: 0, failed: 0 }
    runs.set(job, run)
    return run
  }
  return {
    succeeded: (job: string) => void runOf(job).succeeded++,
    failed: (job: string) => void runOf(job).failed++,
    counts: () => runs,
  }
}
