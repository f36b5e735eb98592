import type { FastifyRequest } from 'fastify'
import { checkMessages } from '#shared/balance-check.ts'
import { addEvidenceInput } from '#shared/balance-check-schema.ts'
import { redactionMessages } from '#shared/redaction.ts'
import { MAX_FILE_BYTES, uploadMessages } from '#shared/upload.ts'
import type { Actor } from '../../../audit/audit-queries.ts'
import type { CallContext } from '../../../context.ts'
import { addEvidence } from '../../../files/add-evidence.ts'
import { AppError } from '../../../platform/errors.ts'
import { httpLimits } from '../../http/server-limits.ts'
import { type FilePart, partsOf } from './form-parts.ts'

/** A picture with its boxes. Its bytes stay in memory: they are painted before anything is stored. */
export async function evidenceMultipart(
  ctx: CallContext,
  staff: Actor,
  submissionId: string,
  request: FastifyRequest,
): Promise<{ id: string }> {
  if (!request.isMultipart()) throw new AppError('unsupported_type', 'Send the picture as multipart/form-data.')
  let file: { name: string; bytes: Buffer } | undefined
  let boxes: unknown
  for await (const part of partsOf(request, httpLimits.formBytes)) {
    if (part.type === 'field') {
      if (part.fieldname === 'boxes') boxes = part.value
    } else if (file) throw new AppError('bad_request', checkMessages.noPicture, { field: 'file' })
    else file = { name: part.name, bytes: await wholeFile(part) }
  }
  const input = addEvidenceInput.parse({ submissionId, boxes: boxesOf(boxes) })
  if (!file) throw new AppError('bad_request', checkMessages.noPicture, { field: 'file' })
  return addEvidence(ctx, staff, input, file)
}

/** @throws AppError 'too_large' */
async function wholeFile({ name, bytes }: FilePart): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size <= MAX_FILE_BYTES) pieces.push(piece)
  }
  if (size > MAX_FILE_BYTES) throw new AppError('too_large', uploadMessages.tooLarge(name))
  return Buffer.concat(pieces)
}

/** The parser has parsed a field of type JSON already. @throws AppError 'bad_request' */
function boxesOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw new AppError('bad_request', redactionMessages.malformed, { field: 'boxes' })
  }
}
