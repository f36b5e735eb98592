import { Readable } from 'node:stream'
import type { CallContext } from '../../context.ts'
import { assertStillAllowed } from '../../platform/db/database.ts'

/**
 * A streamed response that checks the caller's permission again before each chunk. When it is gone the stream fails,
 * which aborts the response, so that no client takes it for complete.
 */
export function streamResponse(ctx: CallContext, pieces: AsyncIterable<string | Uint8Array>): Readable {
  return Readable.from(allowedPieces(ctx, pieces), { objectMode: false })
}

async function* allowedPieces(ctx: CallContext, pieces: AsyncIterable<string | Uint8Array>) {
  for await (const piece of pieces) {
    await assertStillAllowed(ctx)
    yield piece
  }
}
