import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { today } from '../../platform/days.ts'
import type { Permitted } from '../auth/authorize.ts'
import { limit } from '../auth/rate-limit-policy.ts'
import type { DownloadConcurrency } from '../http/download-concurrency.ts'
import { streamResponse } from '../http/stream-response.ts'
import { queryReader } from './call-input.ts'
import { type HandlerRoute, handlerRoute, runRoute } from './route.ts'

type ExportAccess = 'customer' | 'reviewer' | 'finance' | 'owner'
type ExportCall<A extends ExportAccess, Schema extends z.ZodType> = Omit<HandlerRoute, 'method' | 'limits'> & {
  access: A
  input: Schema
  limits?: HandlerRoute['limits']
  /** By default CSV. */
  type?: 'text/plain'
  /** A file of many batches is a download of its person, of which only a few run at once. */
  isLarge?: true
  read(caller: Permitted<A>, actor: Actor, input: z.output<Schema>): Promise<AsyncIterable<string>>
}

/** A list as a file: its query is read by the schema, and its text is sent as it is read. `of` is its month or day. */
export function csvCall<A extends ExportAccess, Schema extends z.ZodType>(call: ExportCall<A, Schema>) {
  const { isLarge, read, type = 'text/csv', ...row } = call
  const limits = [limit('exports', 'staff')]
  const route = handlerRoute({ method: 'GET', limits, answer: { [type]: { type: 'string' } }, ...row })
  const readQuery = queryReader(row.input)
  const open = (app: AppContext, request: FastifyRequest, reply: FastifyReply, downloads: DownloadConcurrency) =>
    runRoute(app, route, request, reply, async (caller) => {
      const { actor } = caller as Permitted<A> & { actor: Actor }
      const input = row.input.parse(readQuery(request.query as Record<string, unknown>))
      if (isLarge) await downloads.enter(reply.raw, actor.id)
      const { month: of = today(app) } = input as { month?: string }
      return { of, body: await streamResponse(caller, await read(caller, actor, input)) }
    })
  return { ...route, type, open }
}
