import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { AppError } from '../errors.ts'
import type { Allowance, Job, JobPart, Outcome, Reply, WorkerSettings } from './worker-job.ts'

/** Photos of 12 megapixels are 4,000 wide; of 2,400 the smallest print on a card is still read when zoomed. */
const LONGEST_SIDE = 2400
/** A photo of 48 megapixels takes a tenth of the processor time, a file of 10 MB to inspect less. */
const allowance: Allowance = { processorMs: 2_000, memoryBytes: 350 * 1024 * 1024 }
/** What a process that waits for jobs may keep. */
const RESTING_BYTES = 200 * 1024 * 1024
/** A file is sent in parts of this size, with other work of the event loop between them. */
const PART_BYTES = 512 * 1024
/** A process ends itself long before; this is for one that cannot, and for a machine that stands still. */
const PATIENCE_MS = 15_000
/** By which a process is ended whose job exceeds its allowance; nothing else sends it. */
const EXCEEDED = 'SIGVTALRM'
/** How native code ends that hostile bytes have led astray, and V8 without memory. */
const crashes: ReadonlySet<string | null> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT'])

/** 'lost': the process ended before it started this job, which another process can do. */
type WorkerResult = Outcome | 'lost'

/** A process without keys that inspects and draws files of strangers (see `worker-program.ts`), one after another. */
export type WorkerProcess = {
  /**
   * A file that costs more than its allowance, or crashes the process, is 'unreadable'.
   * @throws AppError 'unavailable' when the machine was not able to do it; Error when the program does not work
   */
  run(job: Job): Promise<WorkerResult>
  /** How many jobs it has been given and not answered. */
  load(): number
  /** Whether it can be given another job. */
  isUsable(): boolean
  end(): void
}

type Waiting = { resolve(answer: WorkerResult): void; reject(error: Error): void }

/** Starts the process. @throws AppError 'unavailable' when it cannot be started; it may also refuse its jobs for that */
export function startWorkerProcess({ processorMs, memoryBytes } = allowance): WorkerProcess {
  const child = forkProgram({
    processorMs,
    memoryBytes,
    signal: EXCEEDED,
    restingBytes: RESTING_BYTES,
    longestSide: LONGEST_SIDE,
  })
  /** Jobs in the order they were sent, which is the order they are done in. */
  const waiting: Waiting[] = []
  /** It gets no more jobs, because it keeps too much memory; those it has it still does. */
  let isRetired = false
  let isEnded = false
  /** Parts of two jobs never mix. */
  let sent = Promise.resolve()
  let patience: NodeJS.Timeout | undefined
  const end = () => {
    isEnded = true
    child.kill('SIGKILL')
  }

  /** Only a process that somebody waits for keeps the server from ending, and only for so long. */
  function watchFirst(): void {
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

  function settleAll(settleFirst: (first: Waiting) => void): void {
    isEnded = true
    const [first, ...others] = waiting.splice(0)
    if (first) settleFirst(first)
    for (const other of others) other.resolve('lost')
    watchFirst()
  }

  child.on('message', ({ isLarge, ...outcome }: Reply) => {
    const first = waiting.shift()
    watchFirst()
    isRetired ||= isLarge
    if (isRetired && waiting.length === 0) end()
    if (outcome.error === undefined) first?.resolve(outcome)
    else first?.reject(new Error(`A file could not be inspected: ${outcome.error}`))
  })
  child.on('exit', (code, signal) => {
    const settle = () =>
      settleAll(({ resolve, reject }) => {
        if (signal === EXCEEDED || crashes.has(signal)) resolve({ fault: 'unreadable' })
        else reject(signal ? busy() : new Error(`The process that inspects files ended with ${code}.`))
      })
    // Replies it sent before its end may still be unread.
    if (child.connected) child.once('disconnect', settle)
    else settle()
  })
  const fail = (cause: Error) => {
    end()
    // It could not be started, or written to: too many files are open, or memory is short.
    settleAll(({ reject }) => reject(busy(cause)))
  }
  child.on('error', fail)

  /** Ends early with the process, whose exit settles the job. */
  async function send({ bytes, ...job }: Job): Promise<void> {
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

function forkProgram(settings: WorkerSettings): ChildProcess {
  // The program stands beside this file, in source and built.
  const ending = path.extname(import.meta.filename)
  const loader = path.join(import.meta.dirname, 'load-typescript.mjs')
  try {
    return fork(path.join(import.meta.dirname, `worker-program${ending}`), [JSON.stringify(settings)], {
      // Our environment holds keys, which are none of its business.
      env: {},
      execArgv: ['--max-old-space-size=64', ...(ending === '.ts' ? ['--import', loader] : [])],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  } catch (cause) {
    throw busy(cause)
  }
}

function busy(cause?: unknown): AppError {
  const error = new AppError('unavailable', 'We are busy. Please try again in a moment.', { retryAfterSeconds: 5 })
  return Object.assign(error, { cause })
}
