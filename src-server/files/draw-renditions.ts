import type { AcceptedMimeType } from '#shared/upload.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { makeRendition, type Rendition } from './make-rendition.ts'
import { attachRendition, findRendition, listUndrawnFiles, noteRenditionFailed } from './rendition-queries.ts'

const FILES_AT_ONCE = 100

/**
 * Draws the picture of a file that came without one: with a whole order in one request, or before there were such
 * pictures. Undefined when there can be none, which is noted, or when the file is gone.
 * @throws as `makeRendition`
 */
export async function drawRendition(
  ctx: AppContext,
  file: { id: string; mimeType: AcceptedMimeType },
): Promise<Rendition | undefined> {
  const made = await makeRendition(ctx, file)
  if (!made) {
    await noteRenditionFailed(ctx.db, file.id, timestamp(ctx.clock))
    return undefined
  }
  if (await attachRendition(ctx.db, file.id, made)) return made
  await ctx.storage.remove(made.id)
  return findRendition(ctx.db, file.id)
}

/**
 * Draws the pictures of all files that have none yet, one after another; answers how many. What is left when it ends early
 * is drawn the next time, or when somebody looks at it.
 */
export async function drawMissingRenditions(ctx: AppContext): Promise<number> {
  let drawn = 0
  for (let after = ''; ; ) {
    const files = await listUndrawnFiles(ctx.db, after, FILES_AT_ONCE)
    for (const file of files) {
      try {
        if (await drawRendition(ctx, file)) drawn++
      } catch (error) {
        // One file that cannot be read is no reason to leave the others.
        ctx.log.error({ err: error, fileId: file.id }, 'a picture could not be drawn')
      }
    }
    const last = files.at(-1)
    if (!last) return drawn
    after = last.id
  }
}
