import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { AppError } from '../errors.ts'
import { MAX_PIXELS } from './picture-limits.ts'

/** Photos of 12 megapixels are 4,000 wide; of 2,400 the smallest print on a card is still read when zoomed. */
const LONGEST_SIDE = 2400
/** Of the processor, so that a busy machine refuses no photo: one of 48 megapixels takes a tenth of it. */
const PROCESSOR_MS = 2_000
const MEMORY_BYTES = 350 * 1024 * 1024
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
export function startDecoder(): Decoder {
  const limits = {
    pixels: MAX_PIXELS,
    side: LONGEST_SIDE,
    processorMs: PROCESSOR_MS,
    memory: MEMORY_BYTES,
    restingMemory: RESTING_BYTES,
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
  child.on('error', end)
  return {
    end,
    isAlive: () => child.connected && child.exitCode === null && child.signalCode === null,
    async decode(bytes) {
      // Somebody waits for it: until then it keeps nobody from ending.
      child.ref()
      child.channel?.ref()
      const patience = setTimeout(end, PATIENCE_MS)
      try {
        return await answerOf(child, bytes)
      } finally {
        clearTimeout(patience)
        child.unref()
        child.channel?.unref()
      }
    },
  }
}

function answerOf(child: ChildProcess, bytes: Uint8Array): Promise<Buffer | undefined> {
  return new Promise<Buffer | undefined>((resolve, reject) => {
    const hear = ({ picture }: { picture?: Uint8Array }) => settle(() => resolve(picture && Buffer.from(picture)))
    const miss = (code: number | null, signal: string | null) =>
      settle(() => {
        if (code === TOO_MUCH || crashes.has(signal)) resolve(undefined)
        else reject(signal ? busy() : new Error(`The decoder of pictures ended with ${code}.`))
      })
    const fail = (error: Error) => settle(() => reject(error))
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
