// A thread of the worker process that terminates it when a job exceeds its allowance, even while the main thread is
// busy. Plain JavaScript, because a thread that strips types starts too late to watch the first job.
import { workerData } from 'node:worker_threads'

const CHECK_MS = 25
/** @type {{ state: Int32Array, processorMs: number, memoryBytes: number, signal: NodeJS.Signals }} */
const { state, processorMs, memoryBytes, signal } = workerData

for (;;) {
  // The count grows by one at each start and each end, so an odd count means a running job.
  const job = Atomics.load(state, 0)
  if (job % 2 === 0) {
    Atomics.wait(state, 0, job)
    continue
  }
  const before = process.cpuUsage()
  while (Atomics.wait(state, 0, job, CHECK_MS) === 'timed-out') {
    const { user, system } = process.cpuUsage(before)
    if (user + system > processorMs * 1000 || process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, signal)
  }
}
