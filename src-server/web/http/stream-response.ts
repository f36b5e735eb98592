import { Readable } from 'node:stream'
import type { CallContext } from '../../context.ts'
import { assertStillAllowed } from '../../platform/db/database.ts'

/** Checks the permission before each chunk; without it the response is aborted, so that no client finds it complete. */
export function streamResponse(ctx: CallContext, pieces: AsyncIterable<string | Uint8Array>) {
  return Readable.from(allowedPieces(ctx, pieces), { objectMode: false })
}

async function* allowedPieces(ctx: CallContext, pieces: AsyncIterable<string | Uint8Array>) {
  for await (const piece of pieces) {
    await assertStillAllowed(ctx)
    yield piece
  }
}
