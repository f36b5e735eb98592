import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What another caller saw: `slowestMs` is the longest it waited for an answer. */
export type Seen = { answers: number; slowestMs: number }

/** Another caller, who asks this address all the time from a process of its own; `seen` answers since the last `seen`. */
export function startOtherCaller(url: string): { seen(): Promise<Seen> } & Disposable {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'other-caller.mjs'), url], {
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

/** Watches what a process and those it has started hold; `grownMb` is the most above the beginning, on Linux only. */
export function watchMemory(pid: number): Disposable & { grownMb(): number | undefined } {
  const held = () => [pid, ...childrenOf(pid)].reduce((sum, each) => sum + residentMb(each), 0)
  const before = held()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, held())
  }, 10)
  return {
    grownMb: () => (before === 0 ? undefined : Math.round(most - before)),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Processor time that a process and those it has started have used, in milliseconds; on Linux only, elsewhere 0. */
export function processorMs(pid: number): number {
  const ofStat = (each: number, fields: readonly number[]) => {
    const values = procFile(`${each}/stat`).split(') ').at(-1)?.split(' ') ?? []
    // A tick is a hundredth of a second.
    return fields.reduce((sum, field) => sum + 10 * Number(values[field] ?? 0), 0)
  }
  // Own time, and that of processes that have ended; then of those that live.
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
