import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { AppError } from '../errors.ts'
import { MAX_PIXELS } from './picture-limits.ts'

/** Photos of 12 megapixels are 4,000 wide; of 2,400 the smallest print on a card is still read when zoomed. */
const LONGEST_SIDE = 2400
/** What one picture may take before it is refused. */
const allowance = {
  /** Of the processor, so that a busy machine refuses no photo: one of 48 megapixels takes a tenth of it. */
  processorMs: 2_000,
  memoryBytes: 350 * 1024 * 1024,
}
/** What a decoder that rests may keep; one with more is ended. */
const RESTING_BYTES = 200 * 1024 * 1024
/** A decoder ends itself long before; this is for one that cannot, and for a machine that stands still. */
const PATIENCE_MS = 15_000
/** The exit code of a decoder whose picture asked for too much. */
const TOO_MUCH = 3
/** How native code ends that hostile bytes have led astray. */
const crashes: ReadonlySet<string | null> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT'])

export type Decoder = {
  /**
   * The picture drawn anew, undefined when it cannot be: it is broken, or costs more than a picture may.
   * @throws AppError 'unavailable' when the machine was not able to; Error when the decoder does not work
   */
  decode(bytes: Uint8Array): Promise<Buffer | undefined>
  isAlive(): boolean
  end(): void
}

/** Starts a process that decodes pictures, one at a time (see `picture-process.mjs`). */
export function startDecoder({ processorMs, memoryBytes } = allowance): Decoder {
  const limits = {
    pixels: MAX_PIXELS,
    side: LONGEST_SIDE,
    processorMs,
    memoryBytes,
    restingBytes: RESTING_BYTES,
    tooMuch: TOO_MUCH,
  }
  const child = fork(path.join(import.meta.dirname, 'picture-process.mjs'), [JSON.stringify(limits)], {
    // What stands in our environment, keys among it, is none of its business.
    env: {},
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const end = () => void child.kill('SIGKILL')
  let isLeaving = false
  child.on('error', end)
  return {
    end,
    isAlive: () => !isLeaving && child.connected && child.exitCode === null && child.signalCode === null,
    async decode(bytes) {
      // Somebody waits for it: until then it keeps nobody from ending.
      child.ref()
      child.channel?.ref()
      const patience = setTimeout(end, PATIENCE_MS)
      try {
        const answer = await answerOf(child, bytes)
        isLeaving = answer?.isLeaving ?? true
        return answer?.picture && Buffer.from(answer.picture)
      } finally {
        clearTimeout(patience)
        child.unref()
        child.channel?.unref()
      }
    },
  }
}

/** What a decoder says; `isLeaving`: it has grown too large to rest. */
type Answer = { picture?: Uint8Array; isLeaving: boolean }

/** Undefined when the picture was too much for it. */
function answerOf(child: ChildProcess, bytes: Uint8Array): Promise<Answer | undefined> {
  return new Promise<Answer | undefined>((resolve, reject) => {
    const hear = (answer: Answer) => settle(() => resolve(answer))
    const miss = (code: number | null, signal: string | null) =>
      settle(() => {
        if (code === TOO_MUCH || crashes.has(signal)) resolve(undefined)
        else reject(signal ? busy() : new Error(`The decoder of pictures ended with ${code}.`))
      })
    // It could not be started, or spoken to: too many files are open, or memory is short.
    const fail = (cause: Error) => settle(() => reject(Object.assign(busy(), { cause })))
    const settle = (how: () => void) => {
      child.off('message', hear).off('exit', miss).off('error', fail)
      how()
    }
    child.on('message', hear).on('exit', miss).on('error', fail)
    child.send(bytes, (error) => error && fail(error))
  })
}

function busy(): AppError {
  return new AppError('unavailable', 'We are busy. Please try again in a moment.', { retryAfterSeconds: 5 })
}
