import { chatMessages, MAX_FILES_PER_MESSAGE } from '#shared/chat.ts'
import type { ChatAttachment } from '#shared/chat-schema.ts'
import { acceptedMimeTypes, fileProblem, formatFileSize } from '#shared/upload.ts'
import { fileUrl } from './file-url.ts'

/** The `accept` attribute of the chat's file inputs. */
export const chatFileTypes = acceptedMimeTypes.join(',')

/** Attachments in the format of `AttachmentList`: with formatted sizes and URLs. */
export function shownFiles(attachments: readonly ChatAttachment[]) {
  return attachments.map(({ id, fileName, fileSize, mimeType }) => ({
    id,
    name: fileName,
    size: formatFileSize(fileSize),
    url: fileUrl(id),
    isImage: mimeType.startsWith('image/'),
  }))
}

/**
 * The files of a batch that can be attached in addition to `present`. One invalid file rejects the whole batch;
 * duplicates are skipped silently.
 */
export function acceptBatch<Chosen extends File>(
  batch: readonly Chosen[],
  present: readonly File[],
): { files: Chosen[]; problems: string[] } {
  const problems = batch.map((file) => fileProblem(file)).filter((problem) => problem !== undefined)
  const files: Chosen[] = []
  for (const file of batch) if (![...present, ...files].some((other) => isSame(other, file))) files.push(file)
  if (present.length + files.length > MAX_FILES_PER_MESSAGE) problems.push(chatMessages.tooManyFiles)
  return problems.length > 0 ? { files: [], problems } : { files, problems }
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
}
