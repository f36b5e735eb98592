import multipart from '@fastify/multipart'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { hasPermission, type StaffPermission } from '#shared/staff-role.ts'
import { MAX_FILE_BYTES, MAX_FILES_PER_SUBMISSION, uploadMessages } from '#shared/upload.ts'
import type { AppContext } from '../../context.ts'
import { readFile } from '../../files/read-file.ts'
import { saveUpload } from '../../files/save-upload.ts'
import { drawInMemory } from '../../files/store-painted.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { enforceRateLimits, isRateLimited } from '../auth/rate-limit.ts'
import { type ApiContext, httpApiContext } from '../auth/request-context.ts'
import type { DownloadConcurrency } from '../http/download-concurrency.ts'
import { httpLimits } from '../http/server-limits.ts'
import { streamResponse } from '../http/stream-response.ts'
import type { UploadConcurrency } from '../http/upload-concurrency.ts'
import { callProcedure } from '../trpc/http/call-procedure.ts'
import { handlerRoutes } from './handler-routes.ts'
import { isPartAFile, partsOf, receivedBytes } from './multipart/form-parts.ts'
import { evidenceMultipart, onePicture, problemMultipart } from './multipart/redacted-form.ts'
import { replyMultipart } from './multipart/reply-form.ts'
import { submitMultipart } from './multipart/submit-form.ts'
import { bodyAndPath } from './procedure-routes.ts'
import { isChunked, routeName, runRoute } from './route.ts'

/** Limits of the multipart parser, to which Fastify's `bodyLimit` does not apply. */
const limits = {
  files: MAX_FILES_PER_SUBMISSION,
  fileSize: MAX_FILE_BYTES + 1,
  fields: 40,
  fieldNameSize: 100,
  // A chat message of 4,000 characters of three bytes each.
  fieldSize: 16 * 1024,
  parts: MAX_FILES_PER_SUBMISSION + 40,
  headerPairs: 32,
  headerSize: 8 * 1024,
}

const { upload, submit, reply, reportProblem, addEvidence, file } = handlerRoutes

/** Every route that carries file bytes: the only code that reads multipart. */
export async function fileRoutes(
  server: FastifyInstance,
  { app, forms, downloads }: { app: AppContext; forms: UploadConcurrency; downloads: DownloadConcurrency },
) {
  await server.register(multipart, { limits, throwFileSizeLimit: false, isPartAFile })

  server.post(upload.url, { onRequest: forms.enter }, async (request, response) => {
    const uploaded = await runRoute(app, upload, request, response, async (caller) => {
      const { customer, countBytes } = caller
      forms.belongTo(response, customer.id)
      const { name, bytes } = await onePart(request)
      const counted = thenCounted(bytes, () => countUndeclaredBytes(request, countBytes))
      return saveUpload(caller, customer.id, { name, bytes: counted })
    })
    return response.code(201).send(uploaded)
  })

  server.post(submit.url, { onRequest: forms.enter }, (request, response) =>
    runRoute(app, submit, request, response, async (caller) => {
      const { actor, refundLimits, countBytes } = caller
      requireMultipart(request)
      forms.belongTo(response, actor.id)
      const whenReceived = () => countUndeclaredBytes(request, countBytes)
      const { submissionId, isRepeat } = await submitMultipart(caller, actor, request, whenReceived)
      if (isRepeat) await refundLimits()
      return { submissionId }
    }),
  )

  /** Answers a request without files by the procedure. */
  const asJson = (procedure: string) => {
    const call = callProcedure(procedure)
    return (request: FastifyRequest, response: FastifyReply, path: Record<string, string> = {}) =>
      call(httpApiContext(app, request, response), () => bodyAndPath({ path, body: request.body }))
  }
  const replyAsJson = asJson('admin.chat.reply')
  server.post(reply.url, { onRequest: forms.enter }, async (request, response) => {
    if (!request.isMultipart()) return replyAsJson(request, response)
    return runRoute(app, reply, request, response, async (caller) => {
      forms.belongTo(response, caller.actor.id)
      return replyMultipart(caller, caller.actor, request)
    })
  })

  const reportAsJson = asJson('admin.problems.report')
  server.post<{ Params: { id: string } }>(reportProblem.url, { onRequest: forms.enter }, async (request, response) => {
    const submissionId = request.params.id
    if (!request.isMultipart()) return reportAsJson(request, response, { submissionId })
    return runRoute(app, reportProblem, request, response, async (caller) => {
      forms.belongTo(response, caller.actor.id)
      return problemMultipart(caller, caller.actor, submissionId, request)
    })
  })

  server.post<{ Params: { id: string }; Querystring: { draw?: string } }>(
    addEvidence.url,
    { onRequest: forms.enter },
    async (request, response) => {
      const { draw } = request.query
      const answer = await runRoute(app, addEvidence, request, response, async (caller) => {
        forms.belongTo(response, caller.actor.id)
        if (draw === undefined) return evidenceMultipart(caller, caller.actor, request.params.id, request)
        return drawInMemory(app, caller.actor.id, { page: pageOf(draw), ...(await onePicture(request)) })
      })
      if ('id' in answer) return response.code(201).send(answer)
      return response
        .header('content-type', 'image/jpeg')
        .header('page-count', answer.pageCount)
        .send(Buffer.from(answer.picture))
    },
  )

  server.get<{ Params: { id: string }; Querystring: { download?: string; page?: string } }>(
    file.url,
    { onRequest: rejectHotlink },
    async (request, response) => {
      const { download } = request.query
      const isDownload = download !== undefined
      const stored = await runRoute(app, file, request, response, async (caller) => {
        const { who, source } = caller
        const { customer, staff } = who
        await downloads.enter(response.raw, (staff ?? customer)?.id ?? '')
        const idFor = (permission: StaffPermission) =>
          staff && hasPermission(staff.role, permission) ? staff.id : null
        const [reviewerId, financeId, supportId] = [idFor('review'), idFor('pay'), idFor('support')]
        const assertMayOpenPhotos = async (submissionId: string) => {
          if (!reviewerId || !isRateLimited(app, file)) return
          await enforceRateLimits({
            ctx: caller,
            name: routeName(file),
            policy: file,
            photosOf: { reviewerId, submissionId },
          })
        }
        const ids = { customerId: customer?.id ?? null, reviewerId, supportId, financeId }
        const principal = { ...ids, assertMayOpenPhotos, ...source }
        const form = download === 'original' ? 'original' : isDownload ? 'download' : 'shown'
        const page = pageOf(request.query.page)
        const { bytes, ...facts } = await readFile(caller, principal, request.params.id, form, page)
        return { ...facts, body: streamResponse(caller, bytes) }
      })
      const type = isDownload ? 'attachment' : 'inline'
      if (stored.pageCount !== undefined) response.header('page-count', stored.pageCount)
      return response
        .header('content-type', stored.mimeType)
        .header('content-length', stored.fileSize)
        .header('content-disposition', contentDisposition(stored.fileName, { type }))
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
        .header('content-security-policy', closed)
        .send(stored.body)
    },
  )
}

/** A file opened as a page may load and run nothing. */
const closed = "default-src 'none'; sandbox; frame-ancestors 'none'"

/**
 * Rejects a GET that another site's page embeds. Followed links are top-level navigations, and programs send no such
 * headers. Source: OWASP CSRF Prevention, 'Fetch Metadata', the resource isolation policy.
 */
const rejectHotlink: onRequestHookHandler = ({ headers }, _, done) => {
  const site = headers['sec-fetch-site']
  const isForeign = site === 'cross-site' || site === 'same-site'
  const isFollowed = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  done(isForeign && !isFollowed ? new AppError('forbidden', 'Files are shown on our own pages only.') : undefined)
}

function pageOf(text = '1') {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw invalid('page', 'page must be a number from 1.')
}

/** Counts the other bytes of a chunked body, once it was received. @throws AppError 'too_many_requests' */
async function countUndeclaredBytes(request: FastifyRequest, countBytes: ApiContext['countBytes']) {
  if (isChunked(request.headers)) await countBytes?.(receivedBytes(request) - 1)
}

async function* thenCounted(bytes: AsyncIterable<Uint8Array>, count: () => Promise<void>): AsyncGenerator<Uint8Array> {
  yield* bytes
  await count()
}

function requireMultipart(request: FastifyRequest) {
  if (request.isMultipart()) return
  const hasBody = request.headers['content-type'] !== undefined
  throw new AppError(hasBody ? 'unsupported_type' : 'bad_request', 'Send the files as multipart/form-data.')
}

async function onePart(request: FastifyRequest) {
  requireMultipart(request)
  for await (const part of partsOf(request, httpLimits.formBytes, { limits: { ...limits, files: 1 } }))
    if (part.type === 'file') return part
  throw new AppError('bad_request', uploadMessages.failed('the file'))
}
