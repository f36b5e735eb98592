// Memory and CPU time of measured servers, as Linux counts them.
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../project.mjs'
import { sized } from './size.mjs'

const SETTLING_MS = sized(1_000, 100)
/** V8 returns memory to the system a while after a collection, and a later one finds more. */
const COLLECTIONS = 3

/** Linux counts CPU time in 1/100 s (USER_HZ). */
export const TICK_MS = 10

/** Environment of a server that collects its garbage for `restingMemoryMb`. */
export const collectable = {
  NODE_OPTIONS: `--import=${pathToFileURL(inRoot('scripts/bench/collect-garbage.mjs'))}`,
}

/** Memory in MB of an idle `collectable` server, without garbage; undefined without /proc. */
export async function restingMemoryMb(pid) {
  for (let count = 0; count < COLLECTIONS; count++) {
    process.kill(pid, 'SIGUSR2')
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS))
  }
  return memoryMb(pid, 'VmRSS')
}

/** Peak memory of the process in MB; undefined without /proc. */
export function peakMemoryMb(pid) {
  return memoryMb(pid, 'VmHWM')
}

function memoryMb(pid, field) {
  try {
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}

/** Peak memory in MB of a process and of those it has started, added up; undefined without /proc. */
export function peakMemoryWithChildrenMb(pid) {
  const children = childrenOf(pid).map((child) => peakMemoryMb(child) ?? 0)
  const own = peakMemoryMb(pid)
  return own && children.reduce((sum, mb) => sum + mb, own)
}

/** The processes that a process has started, such as those that decode its pictures; none without /proc. */
function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/**
 * CPU time of a process and of those it has started in ms, user and system, also of those that have ended; NaN without
 * /proc.
 */
export function cpuMs(pid) {
  try {
    const { ms, endedMs } = ticksIn(`/proc/${pid}/stat`)
    return childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), ms + endedMs)
  } catch {
    return Number.NaN
  }
}

/** CPU time in ms of the main thread, of V8's helpers and of all other threads; NaN without /proc. */
export function cpuMsByThread(pid) {
  const sums = { main: 0, v8: 0, pool: 0 }
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const { name, ms } = ticksIn(`/proc/${pid}/task/${thread}/stat`)
      sums[Number(thread) === pid ? 'main' : name.startsWith('V8') ? 'v8' : 'pool'] += ms
    }
    return sums
  } catch {
    return { main: Number.NaN, v8: Number.NaN, pool: Number.NaN }
  }
}

function ticksIn(file) {
  const text = readFileSync(file, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const msOf = (at) => (Number(fields[at]) + Number(fields[at + 1])) * TICK_MS
  return { name: text.slice(text.indexOf('(') + 1), ms: msOf(11), endedMs: msOf(13) }
}
