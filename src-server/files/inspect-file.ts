import { Readable } from 'node:stream'
import type { AcceptedMimeType } from '#shared/upload.ts'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import type { AppContext } from '../context.ts'
import { decryptFile } from '../encryption/encrypt-file.ts'
import { AppError } from '../errors.ts'
import { askClamd } from '../file-inspection/clamd-client.ts'
import type { FileFault } from '../file-inspection/inspect-bytes.ts'
import { isPicture } from '../file-inspection/inspect-image.ts'

/** What the sender of a refused file is told. */
const faultMessages: Readonly<Record<FileFault, (name: string) => string>> = {
  unreadable: rejectedFileMessages.unreadable,
  'too-many-pixels': rejectedFileMessages.tooManyPixels,
  'too-many-frames': rejectedFileMessages.tooManyFrames,
  active: rejectedFileMessages.activePdf,
  encrypted: rejectedFileMessages.encryptedPdf,
}

/**
 * Looks at all bytes of a stored file without decoding it: a picture is built as its format says and of a size that can be
 * decoded, a PDF holds nothing that runs, and the virus scanner, if there is one, has found nothing.
 * @param whole the plain bytes, where they are at hand
 * @throws AppError 'unsupported_type' in words for whoever sent it; 'unavailable' when the machine is not able to
 *   inspect it, or the scanner does not answer
 */
export async function inspectFile(
  ctx: AppContext,
  file: { id: string; name: string; mimeType: AcceptedMimeType },
  whole?: Buffer,
): Promise<void> {
  const bytes = whole ?? (await readStored(ctx, file.id))
  const fault = await ctx.inspector.inspect(file.mimeType, bytes)
  if (fault) throw new AppError('unsupported_type', refusalMessages(file, fault))
  if (!ctx.config.clamd) return
  const found = await askClamd(ctx.config.clamd, Readable.from([bytes]))
  if (found === undefined) return
  ctx.log.warn({ found }, 'the virus scanner refused a file')
  throw new AppError('unsupported_type', rejectedFileMessages.infected(file.name))
}

function refusalMessages({ name, mimeType }: { name: string; mimeType: AcceptedMimeType }, fault: FileFault): string {
  if (fault === 'unreadable' && !isPicture(mimeType)) return rejectedFileMessages.unreadablePdf(name)
  return faultMessages[fault](name)
}

/** The plain bytes of a stored file. @throws when they were altered. */
export async function readStored(ctx: Pick<AppContext, 'keyring' | 'storage'>, id: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of decryptFile(ctx.keyring, id, ctx.storage.read(id))) pieces.push(piece)
  return Buffer.concat(pieces)
}
