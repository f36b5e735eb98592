import { getTRPCErrorFromUnknown, TRPCError } from '@trpc/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../context.ts'
import { type ApiContext, httpApiContext } from '../../auth/request-context.ts'
import { errorResponse } from '../../http/error-response.ts'
import { type ProcedurePolicy, procedures } from '../procedures.ts'
import { trpcErrorBody } from '../trpc.ts'
import { callProcedure, type DirectCall } from './call-procedure.ts'

type Callable = { path: string; type: 'query' | 'mutation'; call: DirectCall }
const callable: ReadonlyMap<string, Callable> = new Map(
  Object.entries(procedures).flatMap(([path, { type }]) =>
    type === 'subscription' ? [] : [[path, { path, type, call: callProcedure(path) }]],
  ),
)
const subscriptions = pathsWhere(({ type }) => type === 'subscription')
const largeReads = pathsWhere(({ isLargeRead = false }) => isLargeRead)

/** tRPC's adapter has the same limit. */
export const MAX_BATCH_SIZE = 10

/** What a path below /trpc names, undefined for no procedure or a subscription; commas separate those of a batch. */
export function calledProcedures(path: string) {
  const paths = path.split(',')
  return {
    single: callable.get(path),
    batch: paths.map((each) => callable.get(each)),
    hasSubscription: paths.some((each) => subscriptions.has(each)),
    largeReads: paths.filter((each) => largeReads.has(each)).length,
  }
}

function pathsWhere(isWanted: (procedure: ProcedurePolicy) => boolean): ReadonlySet<string> {
  return new Set(Object.entries(procedures).flatMap(([path, procedure]) => (isWanted(procedure) ? [path] : [])))
}

/** Procedures that a request calls with inputs in JSON, as `@trpc/client` sends them. */
type JsonCalls = { calls: readonly Callable[]; isBatch: boolean; inputOf: (index: number) => unknown }

/** Reads a request with inputs in JSON; undefined for every other one, which tRPC's adapter answers. */
export function readJsonCalls(request: FastifyRequest): JsonCalls | undefined {
  const { method, raw, headers, body } = request
  const { url = '' } = raw
  const type = method === 'GET' ? 'query' : method === 'POST' ? 'mutation' : undefined
  if (!type || url.includes('#') || !URL.canParse(url, `http://${headers.host ?? 'localhost'}`)) return undefined
  if (headers['trpc-accept'] !== undefined || headers.accept?.includes('application/jsonl')) return undefined
  const contentType = headers['content-type'] ?? (type === 'query' || body === undefined ? 'application/json' : '')
  if (!contentType.startsWith('application/json')) return undefined

  const query = url.indexOf('?')
  const { isBatch, input, connectionParams } = query < 0 ? noSearch : readSearch(url.slice(query))
  if (connectionParams) return undefined
  const { single, batch } = calledProcedures((request.params as { path?: string }).path ?? '')
  const calls = isBatch ? batch : [single]
  if (calls.length > MAX_BATCH_SIZE || !calls.every((each) => each?.type === type)) return undefined
  const text = type === 'query' ? input : withoutByteOrderMark((body ?? '') as string)
  return { calls: calls as Callable[], isBatch, inputOf: inputsOf(text || undefined, isBatch) }
}

const noSearch = { isBatch: false, input: null, connectionParams: false }

/** @param text with the '?' that begins it: of two, `URLSearchParams` takes the second for a part of a name */
function readSearch(text: string) {
  const search = new URLSearchParams(text)
  return {
    isBatch: search.get('batch') === '1',
    input: search.get('input'),
    connectionParams: search.has('connectionParams'),
  }
}

/** Web Requests, which the adapter reads, ignore the mark. */
function withoutByteOrderMark(body: string) {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TRPCError({ code: 'BAD_REQUEST', cause })
  }
}

export function logFailure(
  { log }: AppContext,
  error: TRPCError,
  facts: { procedure: string | undefined; requestId: string | undefined; status: number },
) {
  log.error({ err: error.cause ?? error, ...facts }, 'procedure failed')
}

export async function answerJsonCalls(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { calls, isBatch, inputOf }: JsonCalls,
): Promise<FastifyReply> {
  const ctx = httpApiContext(app, request, reply)
  const answers = await Promise.all(calls.map((call, index) => answerOf(ctx, call, () => inputOf(index))))
  const [{ status = 200 } = {}] = answers
  const headers = answers.find((answer) => 'headers' in answer)?.headers
  const bodies = answers.map(({ body }) => body).join(',')
  return (
    reply
      .code(answers.every((answer) => answer.status === status) ? status : 207)
      .headers({ 'content-type': 'application/json', vary: 'trpc-accept, accept', ...headers })
      // Without a serializer, Fastify would add a charset to the type.
      .serializer(unchanged)
      .send(isBatch ? `[${bodies}]` : bodies)
  )
}

const unchanged = (text: string) => text

type Answer = { status: number; body: string; headers?: Record<string, string> }

async function answerOf(ctx: ApiContext, { path, call }: Callable, readInput: () => unknown): Promise<Answer> {
  try {
    return { status: 200, body: JSON.stringify({ result: { data: await call(ctx, readInput) } }) }
  } catch (cause) {
    return errorAnswer(ctx, path, cause)
  }
}

function errorAnswer(ctx: ApiContext, path: string, cause: unknown): Answer {
  const error = getTRPCErrorFromUnknown(cause)
  const response = errorResponse(error)
  const { status, headers } = response
  if (status >= 500) logFailure(ctx.app, error, { procedure: path, requestId: ctx.requestId, status })
  return { status, headers, body: JSON.stringify(trpcErrorBody(response, ctx.requestId, error.code)) }
}
