import { fork } from 'node:child_process'
import path from 'node:path'
import { busy } from '../errors.ts'
import type { Allowance, Drawing, Job, JobPart, Reply, WorkerSettings } from './worker-job.ts'

/** 12-megapixel photos are 4,000 pixels wide; at 2,400 the smallest print on a card is still readable. */
const LONGEST_SIDE = 2400
/** A 48-megapixel photo takes a third of the CPU time and 310 MiB if progressive. */
const allowance: Allowance = { processorMs: 2_000, memoryBytes: 330 * 1024 * 1024 }
const RESTING_BYTES = 200 * 1024 * 1024
/** Files are sent in parts of this size, so that the event loop can run in between. */
const PART_BYTES = 512 * 1024
/** Kills a process whose own watchdog, which acts much earlier, did not. */
const PATIENCE_MS = 15_000
/** The watchdog's signal for an exceeded allowance; nothing else sends it. */
const EXCEEDED = 'SIGVTALRM'
/** Signals of native crashes by hostile bytes, and of V8 out of memory. */
const crashes: ReadonlySet<string | null> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT'])

/** 'lost': the process ended before it started this job, so another process can do it. */
type WorkerResult = Drawing | 'lost'

/** A process without keys that draws untrusted files one at a time, see `worker-program.ts`. */
export type WorkerProcess = {
  /** A file that exceeds the allowance or crashes the process is 'unreadable'. */
  run(job: Job): Promise<WorkerResult>
  load(): number
  isUsable(): boolean
  end(): void
}

/** Settings of glibc that return the memory of a decoded image at once; by default it keeps most of it. */
const returnMemory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

type Waiting = { resolve(answer: WorkerResult): void; reject(error: Error): void }

/** Starts the process. @throws AppError 'unavailable' when that fails; a later start failure rejects its jobs */
export function startWorkerProcess({ processorMs, memoryBytes } = allowance): WorkerProcess {
  const child = forkProgram({
    processorMs,
    memoryBytes,
    signal: EXCEEDED,
    restingBytes: RESTING_BYTES,
    longestSide: LONGEST_SIDE,
  })
  /** Jobs in the order of sending, which is the order of replies. */
  const waiting: Waiting[] = []
  /** Gets no more jobs because of its memory use, but finishes those it has. */
  let isRetired = false
  let isEnded = false
  /** Serializes sending, so that parts of two jobs never mix. */
  let sent = Promise.resolve()
  let patience: NodeJS.Timeout | undefined
  const end = () => {
    isEnded = true
    child.kill('SIGKILL')
  }

  /** Keeps the server alive only while jobs are pending, and kills the process after PATIENCE_MS. */
  function watchFirst() {
    clearTimeout(patience)
    const channel = child.channel
    if (waiting.length === 0) {
      child.unref()
      channel?.unref()
      return
    }
    child.ref()
    channel?.ref()
    patience = setTimeout(end, PATIENCE_MS)
  }

  function settleAll(settleFirst: (first: Waiting) => void) {
    isEnded = true
    const [first, ...others] = waiting.splice(0)
    if (first) settleFirst(first)
    for (const other of others) other.resolve('lost')
    watchFirst()
  }

  child.on('message', ({ isLarge, outcome }: Reply) => {
    const first = waiting.shift()
    watchFirst()
    isRetired ||= isLarge
    if (isRetired && waiting.length === 0) end()
    if ('error' in outcome) first?.reject(new Error(`A file could not be drawn: ${outcome.error}`))
    else first?.resolve(outcome)
  })
  child.on('exit', (code, signal) => {
    const settle = () =>
      settleAll(({ resolve, reject }) => {
        if (signal === EXCEEDED || crashes.has(signal)) resolve({ fault: 'unreadable' })
        else reject(signal ? busy() : new Error(`The process that draws files ended with ${code}.`))
      })
    // Replies sent before the exit may still be unread.
    if (child.connected) child.once('disconnect', settle)
    else settle()
  })
  const fail = (cause: Error) => {
    end()
    // Starting or writing failed, for example because of open files or memory.
    settleAll(({ reject }) => reject(busy(5, { cause })))
  }
  child.on('error', fail)

  /** Stops when the process ends; its exit settles the job. */
  async function send({ bytes, ...job }: Job) {
    for (let at = 0; !isEnded; at += PART_BYTES) {
      const isLast = at + PART_BYTES >= bytes.length
      const part: JobPart = { bytes: bytes.subarray(at, at + PART_BYTES), job: isLast ? job : undefined }
      await new Promise<void>((resolve) => {
        child.send(part, (error) => {
          if (error) fail(error)
          resolve()
        })
      })
      if (isLast) return
    }
  }

  return {
    end,
    load: () => waiting.length,
    isUsable: () => !isRetired && !isEnded && child.connected && child.exitCode === null && child.signalCode === null,
    run: (job) =>
      new Promise<WorkerResult>((resolve, reject) => {
        waiting.push({ resolve, reject })
        if (waiting.length === 1) watchFirst()
        sent = sent.then(() => send(job))
      }),
  }
}

function forkProgram(settings: WorkerSettings) {
  // The program is beside this file, both in source and in the build.
  const ending = path.extname(import.meta.filename)
  // Node.js strips types by default from 22.18 on.
  const typescript = ending === '.ts' ? ['--experimental-strip-types'] : []
  try {
    return fork(path.join(import.meta.dirname, `worker-program${ending}`), [JSON.stringify(settings)], {
      // The server's environment contains keys, which the worker must not see.
      env: returnMemory,
      execArgv: ['--max-old-space-size=64', '--expose-gc', ...typescript],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  } catch (cause) {
    throw busy(5, { cause })
  }
}
