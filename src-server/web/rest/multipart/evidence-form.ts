import type { FastifyRequest } from 'fastify'
import { checkMessages } from '#shared/balance-check.ts'
import { addEvidenceInput } from '#shared/balance-check-schema.ts'
import type { Actor } from '../../../audit/audit-queries.ts'
import type { CallContext } from '../../../context.ts'
import { addEvidence } from '../../../files/add-evidence.ts'
import type { Redacted } from '../../../files/store-painted.ts'
import { AppError } from '../../../platform/errors.ts'
import { redactedForm } from './redacted-form.ts'

export async function evidenceMultipart(
  ctx: CallContext,
  staff: Actor,
  submissionId: string,
  request: FastifyRequest,
): Promise<{ id: string }> {
  return addEvidence(ctx, staff, addEvidenceInput.parse({ submissionId }), await onePicture(request))
}

export async function onePicture(request: FastifyRequest): Promise<Redacted> {
  if (!request.isMultipart()) throw new AppError('unsupported_type', 'Send the picture as multipart/form-data.')
  const notOne = new AppError('bad_request', checkMessages.noPicture, { field: 'file' })
  const { pictures } = await redactedForm(request, { most: 1, tooMany: notOne })
  const [picture] = pictures
  if (!picture) throw notOne
  return picture
}
