import type { FastifyRequest } from 'fastify'
import { problem, reportProblemInput } from '#shared/problem-schema.ts'
import type { Actor } from '../../../audit/audit-queries.ts'
import type { CallContext } from '../../../context.ts'
import { getProblem } from '../../../inventory/problems/list-problems.ts'
import { reportProblem } from '../../../inventory/problems/report-problem.ts'
import { withReceivedFiles } from './received-files.ts'

/** A problem of a paid card with its pictures. */
export async function problemMultipart(ctx: CallContext, staff: Actor, submissionId: string, request: FastifyRequest) {
  const { id } = await withReceivedFiles(ctx.app, staff.id, request, async (fields, received) => {
    const { kind, foundOn, note } = fields
    const reported = await reportProblem(
      ctx,
      staff,
      reportProblemInput.parse({ submissionId, kind, foundOn, note }),
      received,
    )
    return { ...reported, isRepeat: false }
  })
  return problem.parse(await getProblem(ctx.app, id))
}
