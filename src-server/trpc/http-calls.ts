import { getTRPCErrorFromUnknown, TRPCError } from '@trpc/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiContext, httpApiContext } from '../auth/request-context.ts'
import type { AppContext } from '../context.ts'
import { errorResponse } from '../http/error-response.ts'
import { callProcedure, type DirectCall } from './call-procedure.ts'
import { procedures } from './procedures.ts'
import { trpcErrorBody } from './trpc.ts'

/** The adapter has the same limit. */
export const MAX_BATCH_SIZE = 10

/** Procedures that a request calls with inputs in JSON, as `@trpc/client` sends them. */
type JsonCalls = { calls: readonly Call[]; isBatch: boolean; inputOf: (index: number) => unknown }
type Call = { path: string; type: 'query' | 'mutation'; call: DirectCall }

const callable: ReadonlyMap<string, Call> = new Map(
  Object.entries(procedures).flatMap(([path, { type }]) =>
    type === 'subscription' ? [] : [[path, { path, type, call: callProcedure(path) }]],
  ),
)

/**
 * Reads a request for known procedures by their own method, with inputs in JSON. Undefined for every other request,
 * right or wrong: tRPC's adapter answers those.
 */
export function readJsonCalls(request: FastifyRequest): JsonCalls | undefined {
  const { method, raw, headers, body } = request
  const { url = '' } = raw
  const type = method === 'GET' ? 'query' : method === 'POST' ? 'mutation' : undefined
  if (!type || url.includes('#') || !URL.canParse(url, `http://${headers.host ?? 'localhost'}`)) return undefined
  if (headers['trpc-accept'] !== undefined || headers.accept?.includes('application/jsonl')) return undefined
  const contentType = headers['content-type'] ?? (type === 'query' ? 'application/json' : '')
  if (!contentType.startsWith('application/json') || (type === 'mutation' && typeof body !== 'string')) return undefined

  const query = url.indexOf('?')
  const search = new URLSearchParams(query < 0 ? '' : url.slice(query + 1))
  if (search.has('connectionParams')) return undefined
  const isBatch = search.get('batch') === '1'
  const { path = '' } = request.params as { path?: string }
  const paths = isBatch ? path.split(',') : [path]
  const calls = paths.map((each) => callable.get(each))
  if (paths.length > MAX_BATCH_SIZE || !calls.every((each) => each?.type === type)) return undefined
  const text = type === 'query' ? search.get('input') || undefined : withoutByteOrderMark(body as string)
  return { calls: calls as Call[], isBatch, inputOf: inputsOf(text, isBatch) }
}

/** Web Requests, which the adapter reads, ignore the mark. */
function withoutByteOrderMark(body: string): string {
  return body.startsWith('\ufeff') ? body.slice(1) : body
}

/** Parses the inputs when a call first needs one: a caller without permission learns nothing about them. */
function inputsOf(text: string | undefined, isBatch: boolean): (index: number) => unknown {
  let inputs: { value: unknown } | undefined
  return (index) => {
    inputs ??= { value: text === undefined ? undefined : parseJson(text) }
    const { value } = inputs
    if (!isBatch || value === undefined) return value
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new TRPCError({ code: 'BAD_REQUEST' })
    return (value as Record<number, unknown>)[index]
  }
}

/** @throws TRPCError 'BAD_REQUEST' */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TRPCError({ code: 'BAD_REQUEST', cause })
  }
}

/** Logs an error that is not the caller's. */
export function logFailure(
  { log }: AppContext,
  error: TRPCError,
  facts: { procedure: string | undefined; requestId: string | undefined; status: number },
): void {
  log.error({ err: error.cause ?? error, ...facts }, 'procedure failed')
}

/** Calls the procedures at the same time and sends their answers in tRPC's envelope. */
export async function answerJsonCalls(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { calls, isBatch, inputOf }: JsonCalls,
): Promise<FastifyReply> {
  const ctx = httpApiContext(app, request, reply)
  const answers = await Promise.all(calls.map((call, index) => answerOf(ctx, call, () => inputOf(index))))
  const [status = 200, ...others] = new Set(answers.map((answer) => answer.status))
  const headers = answers.find((answer) => 'headers' in answer)?.headers
  const bodies = answers.map(({ body }) => body)
  return (
    reply
      .code(others.length > 0 ? 207 : status)
      .headers({ 'content-type': 'application/json', vary: 'trpc-accept, accept', ...headers })
      // Fastify would add a charset to the type of a string.
      .send(Buffer.from(JSON.stringify(isBatch ? bodies : bodies[0])))
  )
}

type Answer = { status: number; body: object; headers?: Record<string, string> }

async function answerOf(ctx: ApiContext, { path, call }: Call, readInput: () => unknown): Promise<Answer> {
  try {
    return { status: 200, body: { result: { data: await call(ctx, readInput) } } }
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause)
    const response = errorResponse(error)
    const { status, headers } = response
    if (status >= 500) logFailure(ctx.app, error, { procedure: path, requestId: ctx.requestId, status })
    return { status, headers, body: trpcErrorBody(response, ctx.requestId, error.code) }
  }
}
