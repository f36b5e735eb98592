// The peer: a conventional application for the calls that the benchmark makes, of the usual parts in their usual form.
import multipart from '@fastify/multipart'
import { initTRPC, TRPCError } from '@trpc/server'
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import Fastify from 'fastify'
import { openFiles } from './encrypted-files.mjs'
import { customerOf, signUp } from './peer-accounts.mjs'
import { openDatabase } from './peer-database.mjs'
import { listOrders, orderList } from './peer-orders.mjs'
import { makeQuote, quoteInput, quoteOutput } from './peer-quote.mjs'
import { submit } from './peer-submit.mjs'

const MAX_FILE_BYTES = 10 * 1024 * 1024
const dataDir = process.env.DATA_DIR
const [db, storage] = [openDatabase(dataDir), await openFiles(dataDir)]

const t = initTRPC.context().create()
const signedIn = t.procedure.use(({ ctx, next }) => {
  const customer = customerOf(db, ctx.req)
  if (!customer) throw new TRPCError({ code: 'UNAUTHORIZED' })
  return next({ ctx: { customer } })
})
const router = t.router({
  exchange: t.router({
    quote: t.procedure
      .input(quoteInput)
      .output(quoteOutput)
      .mutation(({ input }) => makeQuote(input)),
  }),
  transactions: t.router({
    list: signedIn.output(orderList).query(({ ctx }) => listOrders(db, ctx.customer)),
  }),
})

const server = Fastify({ routerOptions: { maxParamLength: 5_000 } })
await server.register(multipart, { limits: { fileSize: MAX_FILE_BYTES, files: 10 } })
await server.register(fastifyTRPCPlugin, {
  prefix: '/trpc',
  trpcOptions: { router, createContext: ({ req }) => ({ req }) },
})
server.post('/api/quote', async (request) => quoteOutput.parse(makeQuote(quoteInput.parse(request.body))))
server.post('/api/auth/sign-up', async (request, reply) =>
  reply.header('set-cookie', signUp(db, request.body)).send({ ok: true }),
)
server.post('/api/submit', async (request, reply) => {
  const customer = customerOf(db, request)
  if (!customer) return reply.code(401).send({ message: 'Sign in first.' })
  return submit(db, storage, customer, request)
})

process.stdout.write(`${await server.listen({ port: Number(process.env.PORT) })}\n`)
process.on('SIGTERM', () => process.exit(0))
