import { Readable } from 'node:stream'
import type { AppContext } from '../context.ts'
import { assertStillAllowed } from '../db/database.ts'

/**
 * An answer that is sent piece by piece, for as long as its caller is still allowed to have it: checked before each
 * piece. Otherwise the stream fails, which breaks the answer off, so that nobody takes it for the whole.
 */
export function streamResponse(ctx: AppContext, pieces: AsyncIterable<string | Uint8Array>): Readable {
  return Readable.from(allowedPieces(ctx, pieces), { objectMode: false })
}

async function* allowedPieces(ctx: AppContext, pieces: AsyncIterable<string | Uint8Array>) {
  for await (const piece of pieces) {
    await assertStillAllowed(ctx)
    yield piece
  }
}
