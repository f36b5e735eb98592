import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { httpApiContext } from '../auth/request-context.ts'
import { waitingOf } from '../trpc/declaring.ts'
import { callProcedure, schemasOf } from '../trpc/http/call-procedure.ts'
import { inputReader, procedureRoutes } from './procedure-routes.ts'

type Fields = Record<string, unknown>

const noFields: Fields = {}

/** The documented paths as thin adapters over the procedures. */
export async function restPlugin(server: FastifyInstance, { app }: { app: AppContext }) {
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
      handler: async (request, reply) => {
        const named = fields.length > 0 ? namedIn(request.params as Fields) : noFields
        const given = read({ path: named, query: request.query as Fields, body: request.body })
        const answer = await call(httpApiContext(app, request, reply), () => given)
        return reply.code(waitingOf(answer).waiting ? 202 : status).send(answer)
      },
    })
  }
}
