import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import type { AppContext } from '../context.ts'
import { httpApiContext } from './api-context.ts'
import { type ApiCaller, createCaller } from './router.ts'

type Fields = Record<string, unknown>
type RestRow = {
  method: HTTPMethods
  url: string
  status?: number
  // The procedure validates what it is given; here it is only put into place.
  call(api: ApiCaller, request: { params: Fields; query: Fields; body: never }): Promise<unknown>
}

/** The documented calls, one row each: where the input comes from and which procedure answers. */
const rows: readonly RestRow[] = [
  { method: 'POST', url: '/api/quote', call: (api, { body }) => api.exchange.quote(body) },
  { method: 'DELETE', url: '/api/uploads/:id', call: (api, { params }) => api.exchange.removeUpload(fileId(params)) },
  { method: 'GET', url: '/api/user/transactions', call: (api, { query }) => api.transactions.list(query) },
  { method: 'POST', url: '/api/auth/sign-up', status: 201, call: (api, { body }) => api.account.signUp(body) },
  { method: 'POST', url: '/api/auth/sign-in', call: (api, { body }) => api.account.signIn(body) },
  { method: 'POST', url: '/api/auth/sign-out', call: (api) => api.account.signOut() },
  { method: 'POST', url: '/api/admin/login', call: (api, { body }) => api.admin.signIn(body) },
  { method: 'POST', url: '/api/admin/logout', call: (api) => api.admin.signOut() },
  { method: 'GET', url: '/api/admin/submissions', call: (api, { query }) => api.admin.submissions(listInput(query)) },
  {
    method: 'POST',
    url: '/api/admin/submissions/:id/reveal',
    call: (api, { params, body }) => api.admin.reveal(withId(params, body)),
  },
  {
    method: 'GET',
    url: '/api/admin/submissions/:id/history',
    call: (api, { params }) => api.admin.history(withId(params, {})),
  },
  {
    method: 'PATCH',
    url: '/api/submissions/:id/status',
    call: (api, { params, body }) => api.admin.setStatus(withId(params, body)),
  },
]

/** The REST door: the documented paths as thin adapters over the procedures. */
export async function restDoor(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
  for (const { method, url, status = 200, call } of rows)
    server.route({
      method,
      url,
      handler: async (request, reply) => {
        const api = createCaller(httpApiContext(app, request, reply))
        const answer = await call(api, partsOf(request))
        return reply.code(status).send(answer)
      },
    })
}

function partsOf(request: FastifyRequest) {
  return { params: request.params as Fields, query: request.query as Fields, body: request.body as never }
}

function fileId({ id }: Fields): { fileId: string } {
  return { fileId: String(id) }
}

function withId<Body>({ id }: Fields, body: Body): Body & { submissionId: string } {
  return { ...body, submissionId: String(id) }
}

/** Query strings are text: numbers are read as numbers, and 'all' is the filter button without a status. */
function listInput({ page, limit, status, search }: Fields): never {
  const number = (text: unknown) => (text === undefined ? undefined : Number(text))
  const wanted = status === 'all' || status === '' ? undefined : status
  return { page: number(page), limit: number(limit), status: wanted, search } as never
}
