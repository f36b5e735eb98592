import { Readable } from 'node:stream'
import type { AcceptedMimeType } from '#shared/upload.ts'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import type { AppContext } from '../context.ts'
import { decryptFile } from '../platform/encryption/encrypt-file.ts'
import { AppError } from '../platform/errors.ts'
import { askClamd } from '../platform/file-inspection/clamd-client.ts'
import type { FileFault } from '../platform/file-inspection/inspect-bytes.ts'
import { isPicture } from '../platform/file-inspection/inspect-image.ts'

/** The message for the sender of a rejected file. */
const faultMessages: Readonly<Record<FileFault, (name: string) => string>> = {
  unreadable: rejectedFileMessages.unreadable,
  'too-many-pixels': rejectedFileMessages.tooManyPixels,
  active: rejectedFileMessages.activePdf,
  encrypted: rejectedFileMessages.encryptedPdf,
}

/**
 * Inspects a stored file without decoding it: structure and dimensions of pictures, active content of PDFs, viruses.
 * @param whole the plain bytes, if they are in memory already
 * @returns whether only the decoder can determine that a picture has all its pixels
 * @throws AppError 'unsupported_type' with a message for the sender; 'unavailable' when the inspection cannot run or
 * the virus scanner does not respond
 */
export async function inspectFile(
  app: AppContext,
  file: { id: string; name: string; mimeType: AcceptedMimeType },
  whole?: Buffer,
): Promise<boolean> {
  const bytes = whole ?? (await readStored(app, file.id))
  const { fault, isDoubtful = false } = await app.files.inspector.inspect(file.mimeType, bytes)
  if (fault) throw new AppError('unsupported_type', refusalMessages(file, fault))
  if (!app.config.clamd) return isDoubtful
  const found = await askClamd(app.config.clamd, Readable.from([bytes]))
  if (found === undefined) return isDoubtful
  app.log.warn({ found }, 'the virus scanner rejected a file')
  throw new AppError('unsupported_type', rejectedFileMessages.infected(file.name))
}

function refusalMessages({ name, mimeType }: { name: string; mimeType: AcceptedMimeType }, fault: FileFault): string {
  if (fault === 'unreadable' && !isPicture(mimeType)) return rejectedFileMessages.unreadablePdf(name)
  return faultMessages[fault](name)
}

/** Returns the plain bytes of a stored file. @throws when they were altered. */
export async function readStored(app: Pick<AppContext, 'keyring' | 'storage'>, id: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of decryptFile(app.keyring, id, app.storage.read(id))) pieces.push(piece)
  return Buffer.concat(pieces)
}
