import { availableParallelism } from 'node:os'
import { createBoundedQueue } from './bounded-queue.ts'
import { type Decoder, startDecoder } from './decoder.ts'

/** A decoder that nobody needs gives its memory back. */
const IDLE_MS = 30_000
const MOST_WAITING = 32

export type PictureRenderer = {
  /**
   * Draws a JPEG, PNG or GIF (its first frame) anew: a JPEG, upright, at most 2,400 pixels wide and high, with nothing
   * in it but the picture. Undefined when it cannot be decoded, or only at a cost no picture has. `read` is called when
   * its turn has come; what it answers with nothing for is no picture.
   * @throws AppError 'unavailable' when too many wait, or the machine was not able to
   */
  render(read: () => Promise<Uint8Array | undefined>): Promise<Buffer | undefined>
  /** Ends the decoders that rest; the next picture starts another. */
  stop(): void
}

/** Decoders in processes of their own, started when there is a picture and ended when there was none for a while. */
export function createPictureRenderer({
  atOnce = decodersHere(),
  waiting = MOST_WAITING,
  start = startDecoder,
}: {
  atOnce?: number
  waiting?: number
  start?: () => Decoder
} = {}): PictureRenderer {
  const queue = createBoundedQueue({ atOnce, waiting })
  const resting: Decoder[] = []
  let dozing: NodeJS.Timeout | undefined
  const stop = () => {
    for (const decoder of resting.splice(0)) decoder.end()
  }
  return {
    stop,
    render: (read) =>
      queue.run(async () => {
        const bytes = await read()
        if (!bytes) return undefined
        clearTimeout(dozing)
        const decoder = takeOf(resting) ?? start()
        try {
          return await decoder.decode(bytes)
        } finally {
          resting.push(decoder)
          dozing = setTimeout(stop, IDLE_MS).unref()
        }
      }),
  }
}

/** One that still lives. */
function takeOf(resting: Decoder[]): Decoder | undefined {
  for (;;) {
    const decoder = resting.pop()
    if (!decoder || decoder.isAlive()) return decoder
  }
}

/** One for the whole process, as its processors are. */
export const pictureRenderer = createPictureRenderer()

/** One processor stays for what is not a picture. */
function decodersHere(): number {
  return Math.min(2, Math.max(1, availableParallelism() - 1))
}
