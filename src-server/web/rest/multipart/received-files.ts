import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../../context.ts'
import { removeStored, type StoredFile, storeFile } from '../../../files/store-file.ts'
import { OutcomeUnknown } from '../../../platform/errors.ts'
import { httpLimits } from '../../http/server-limits.ts'
import { type FilePart, partsOf, wholeValue } from './form-parts.ts'

/** Stores the files of a form for `use`, and removes them unless `use` used them or cannot know. */
export async function withReceivedFiles<Answer extends { isRepeat: boolean }>(
  app: AppContext,
  ownerId: string,
  request: FastifyRequest,
  use: (fields: Record<string, string>, received: StoredFile[]) => Promise<Answer>,
) {
  const fields: Record<string, string> = {}
  const storing: Promise<StoredFile>[] = []
  let mayBeUsed = false
  try {
    for await (const part of partsOf(request, httpLimits.formBytes)) {
      if (part.type === 'field') fields[part.fieldname] = wholeValue(part)
      else storing.push(keepStoring(app, ownerId, part))
    }
    const files = await Promise.all(storing)
    const answer = await use(fields, files)
    mayBeUsed = !answer.isRepeat
    return answer
  } catch (error) {
    mayBeUsed = error instanceof OutcomeUnknown
    throw error
  } finally {
    if (!mayBeUsed) await discard(app, storing)
  }
}

/** The next part is read once this one's bytes are; the fsync runs in parallel. */
function keepStoring(app: AppContext, ownerId: string, part: FilePart) {
  const stored = storeFile(app, { ownerId, name: part.name, bytes: part.bytes })
  stored.catch(() => part.file.resume())
  return stored
}

/** Files that cannot be removed are left to the sweep, so that the caller gets the original error. */
async function discard(app: AppContext, storing: readonly Promise<StoredFile>[]) {
  for (const result of await Promise.allSettled(storing))
    if (result.status === 'fulfilled')
      await removeStored(app, result.value).catch((error: unknown) => {
        app.log.warn({ err: error }, 'could not remove the files of a rejected form, leaving them to the sweep')
      })
}
