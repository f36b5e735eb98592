import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppContext } from '../../context.ts'
import { whenReady } from '../../platform/maybe-promise.ts'
import { httpApiContext } from '../auth/request-context.ts'
import { callProcedure, schemasOf } from '../trpc/call-procedure.ts'
import { sharedJson } from '../trpc/shared-answer.ts'
import { inputReader } from './call-input.ts'
import { procedureRoutes } from './procedure-routes.ts'

type Fields = Record<string, unknown>

const noFields: Fields = {}

/** The documented paths as thin adapters over the procedures. */
export async function restPlugin(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
  for (const route of procedureRoutes) {
    const { method, url, procedure, path, status = 200, isOffered, bodyLimit } = route
    if (isOffered && !isOffered(app.config)) continue
    const call = callProcedure(procedure)
    const read = inputReader(route, schemasOf(procedure).input)
    const fields = Object.entries(path)
    const namedIn = (params: Fields) => Object.fromEntries(fields.map(([param, field]) => [field, params[param]]))
    server.route({
      method,
      url,
      ...(bodyLimit !== undefined && { bodyLimit }),
      handler: (request, reply) => {
        const named = fields.length > 0 ? namedIn(request.params as Fields) : noFields
        const given = read({ path: named, query: request.query as Fields, body: request.body })
        const answer = call(httpApiContext(app, request, reply), () => given)
        return whenReady(answer, (ready) => sendJson(reply.code(status), ready))
      },
    })
  }
}

function sendJson(reply: FastifyReply, answer: unknown): void {
  const shared = sharedJson(answer)
  if (shared) reply.type('application/json; charset=utf-8').send(shared)
  else reply.send(answer)
}
