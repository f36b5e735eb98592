import type { FastifyRequest } from 'fastify'
import { MAX_EVIDENCE, problemMessages } from '#shared/problem.ts'
import { problem, reportProblemInput } from '#shared/problem-schema.ts'
import type { Actor } from '../../../audit/audit-queries.ts'
import type { CallContext } from '../../../context.ts'
import { getProblem } from '../../../inventory/problems/list-problems.ts'
import { reportProblem } from '../../../inventory/problems/report-problem.ts'
import { AppError } from '../../../platform/errors.ts'
import { redactedForm } from './redacted-form.ts'

export async function problemMultipart(ctx: CallContext, staff: Actor, submissionId: string, request: FastifyRequest) {
  const tooMany = new AppError('bad_request', problemMessages.tooManyFiles, { field: 'files' })
  const { fields, pictures } = await redactedForm(request, { most: MAX_EVIDENCE, tooMany })
  const { kind, foundOn, note } = fields
  const input = reportProblemInput.parse({ submissionId, kind, foundOn, note })
  const { id } = await reportProblem(ctx, staff, input, pictures)
  return problem.parse(await getProblem(ctx.app, id))
}
