import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Measurements of another caller; `slowestMs` is its longest wait for a response. */
type Seen = { answers: number; slowestMs: number }

/**
 * Another caller that requests this address continuously from its own process; `seen` returns the measurements since
 * the last `seen`.
 */
export function startOtherCaller(url: string): { seen(): Promise<Seen> } & Disposable {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'concurrent-client.mjs'), url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return {
    async seen() {
      child.stdin.write('\n')
      const [line] = await once(child.stdout, 'data')
      return JSON.parse(String(line)) as Seen
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}

/** Monitors the memory of a process and its children; `grownMb` is the maximum above the start, on Linux only. */
export function watchMemory(pid: number): Disposable & { grownMb(): number | undefined } {
  const residentTotal = () => [pid, ...childrenOf(pid)].reduce((sum, each) => sum + residentMb(each), 0)
  const before = residentTotal()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, residentTotal())
  }, 10)
  return {
    grownMb: () => (before === 0 ? undefined : Math.round(peak - before)),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** CPU time of a process and its children in milliseconds; on Linux only, elsewhere 0. */
export function processorMs(pid: number): number {
  const ofStat = (each: number, fields: readonly number[]) => {
    const values = procFile(`${each}/stat`).split(') ').at(-1)?.split(' ') ?? []
    // A tick is 10 ms.
    return fields.reduce((sum, field) => sum + 10 * Number(values[field] ?? 0), 0)
  }
  // Its own time and that of exited children, then that of running children.
  return childrenOf(pid).reduce((sum, child) => sum + ofStat(child, [11, 12]), ofStat(pid, [11, 12, 13, 14]))
}

function childrenOf(pid: number): number[] {
  return procFile(`${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

function residentMb(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(procFile(`${pid}/status`)) ?? []
  return Number(kilobytes) / 1024
}

function procFile(name: string): string {
  try {
    return readFileSync(`/proc/${name}`, 'utf8')
  } catch {
    return ''
  }
}
