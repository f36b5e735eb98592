import type { FastifyRequest } from 'fastify'
import { checkMessages } from '#shared/balance-check.ts'
import { addEvidenceInput, redaction } from '#shared/balance-check-schema.ts'
import { MAX_EVIDENCE, problemMessages } from '#shared/problem.ts'
import { problem, reportProblemInput } from '#shared/problem-schema.ts'
import { redactionMessages } from '#shared/redaction.ts'
import { MAX_FILE_BYTES, uploadMessages } from '#shared/upload.ts'
import type { Actor } from '../../../audit/audit-queries.ts'
import { getProblem } from '../../../cases/list-problems.ts'
import { reportProblem } from '../../../cases/problems.ts'
import type { CallContext } from '../../../context.ts'
import { addEvidence } from '../../../files/add-evidence.ts'
import type { Redacted } from '../../../files/store-painted.ts'
import { AppError, invalid } from '../../../platform/errors.ts'
import { httpLimits } from '../../http/server-limits.ts'
import { type FilePart, partsOf, wholeValue } from './form-parts.ts'

export async function evidenceMultipart(ctx: CallContext, staff: Actor, submissionId: string, request: FastifyRequest) {
  return addEvidence(ctx, staff, addEvidenceInput.parse({ submissionId }), await onePicture(request))
}

export async function onePicture(request: FastifyRequest) {
  if (!request.isMultipart()) throw new AppError('unsupported_type', 'Send the picture as multipart/form-data.')
  const notOne = invalid('file', checkMessages.noPicture)
  const { pictures } = await redactedForm(request, { most: 1, tooMany: notOne })
  const [picture] = pictures
  if (!picture) throw notOne
  return picture
}

export async function problemMultipart(ctx: CallContext, staff: Actor, submissionId: string, request: FastifyRequest) {
  const tooMany = invalid('files', problemMessages.tooManyFiles)
  const { fields, pictures } = await redactedForm(request, { most: MAX_EVIDENCE, tooMany })
  const { kind, foundOn, note } = fields
  const input = reportProblemInput.parse({ submissionId, kind, foundOn, note })
  const { id } = await reportProblem(ctx, staff, input, pictures)
  return problem.parse(await getProblem(ctx.app, id))
}

/** Pictures with a field `boxes` for each, in this order; in memory, as they are painted before they are stored. */
async function redactedForm(
  request: FastifyRequest,
  { most, tooMany }: { most: number; tooMany: AppError },
): Promise<{ fields: Record<string, string>; pictures: Redacted[] }> {
  const fields: Record<string, string> = {}
  const files: { name: string; bytes: Buffer }[] = []
  const boxes: unknown[] = []
  for await (const part of partsOf(request, httpLimits.formBytes)) {
    if (part.type === 'file') {
      if (files.length === most) throw tooMany
      files.push({ name: part.name, bytes: await wholeFile(part) })
    } else if (part.fieldname === 'boxes') boxes.push(boxesOf(part.value))
    else fields[part.fieldname] = wholeValue(part)
  }
  if (boxes.length !== files.length) throw invalid('boxes', redactionMessages.onePerPicture)
  const pictures = files.map((file, at) => ({ ...file, ...redaction.parse({ boxes: boxes[at] }) }))
  return { fields, pictures }
}

async function wholeFile({ name, bytes }: FilePart) {
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
    throw invalid('boxes', redactionMessages.malformed)
  }
}
