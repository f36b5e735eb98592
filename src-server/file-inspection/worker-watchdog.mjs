// A thread of the worker process: ends the process when one job takes too much, also while its main thread is busy with it.
// Plain JavaScript, because a thread in Node 20 cannot load TypeScript.
import { workerData } from 'node:worker_threads'

const CHECK_MS = 25
/** @type {{ state: Int32Array, processorMs: number, memoryBytes: number, signal: NodeJS.Signals }} */
const { state, processorMs, memoryBytes, signal } = workerData

for (;;) {
  // An odd count means a job is running; it grows by one at each start and each end.
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
