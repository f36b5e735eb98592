import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasPermission } from '#shared/staff-role.ts'
import { type AcceptedMimeType, MAX_FILE_BYTES, MAX_FILES_PER_SUBMISSION, uploadMessages } from '#shared/upload.ts'
import { runAuthorized } from '../auth/authorize.ts'
import { enforceRateLimits, isRateLimited } from '../auth/rate-limit.ts'
import { httpApiContext } from '../auth/request-context.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { readFile } from '../files/read-file.ts'
import { saveUpload } from '../files/save-upload.ts'
import type { DownloadConcurrency } from '../http/download-concurrency.ts'
import { rejectHotlink } from '../http/hotlink-protection.ts'
import { httpLimits } from '../http/server-limits.ts'
import { streamResponse } from '../http/stream-response.ts'
import type { UploadConcurrency } from '../http/upload-concurrency.ts'
import { callProcedure } from '../trpc/call-procedure.ts'
import { handlerRoutes } from './handler-routes.ts'
import { freeBody } from './multipart/body-memory.ts'
import { bytesOf, partsOf } from './multipart/form-parts.ts'
import { replyMultipart } from './multipart/reply-form.ts'
import { submitMultipart } from './multipart/submit-form.ts'
import { routeName } from './route.ts'

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

const { upload, submit, reply, file } = handlerRoutes

/** Every route that carries file bytes: the only code that reads multipart. */
export async function fileRoutes(
  server: FastifyInstance,
  { app, forms, downloads }: { app: AppContext; forms: UploadConcurrency; downloads: DownloadConcurrency },
): Promise<void> {
  await server.register(multipart, { limits, throwFileSizeLimit: false })

  server.post(upload.url, { onRequest: forms.enter }, async (request, response) => {
    const call = { name: routeName(upload), policy: upload, bytes: bodyLength(request, 1) }
    const ctx = httpApiContext(app, request, response)
    const uploaded = await runAuthorized(upload.access, ctx, call, async ({ app: authorized, customer }) => {
      forms.belongTo(response, customer.id)
      const part = await onePart(request)
      const saved = await saveUpload(authorized, customer.id, { name: part.filename, bytes: bytesOf(part) })
      freeBody(request.raw)
      return saved
    })
    return response.code(201).send(uploaded)
  })

  server.post(submit.url, { onRequest: forms.enter }, async (request, response) => {
    const call = { name: routeName(submit), policy: submit, bytes: bodyLength(request, MAX_FILES_PER_SUBMISSION) }
    const ctx = httpApiContext(app, request, response)
    return runAuthorized(submit.access, ctx, call, async ({ app: authorized, customer, refundLimits }) => {
      requireMultipart(request)
      forms.belongTo(response, customer.id)
      const { submissionId, isRepeat } = await submitMultipart(authorized, customer, request)
      if (isRepeat) await refundLimits()
      return { submissionId }
    })
  })

  const replyAsJson = callProcedure('admin.chat.reply')
  server.post(reply.url, { onRequest: forms.enter }, async (request, response) => {
    const ctx = httpApiContext(app, request, response)
    if (!request.isMultipart()) return replyAsJson(ctx, () => request.body)
    const call = { name: routeName(reply), policy: reply }
    return runAuthorized(reply.access, ctx, call, async ({ app: authorized, actor }) => {
      forms.belongTo(response, actor.id)
      return replyMultipart(authorized, actor, request)
    })
  })

  server.get<{ Params: { id: string }; Querystring: { download?: string } }>(
    file.url,
    { onRequest: rejectHotlink },
    async (request, response) => {
      const call = { name: routeName(file), policy: file }
      const isDownload = request.query.download !== undefined
      const ctx = httpApiContext(app, request, response)
      const stored = await runAuthorized(file.access, ctx, call, async (caller) => {
        const { app: authorized, who, ip } = caller
        const { customer, staff } = who
        await downloads.enter(response.raw, (staff ?? customer)?.id ?? '')
        const reviewerId = staff && hasPermission(staff.role, 'review') ? staff.id : null
        const supportId = staff && hasPermission(staff.role, 'support') ? staff.id : null
        const assertMayOpenPhotos = async (submissionId: string) => {
          if (!reviewerId || !isRateLimited(authorized, file)) return
          await enforceRateLimits({
            ctx: caller,
            ...call,
            input: undefined,
            bytes: 0,
            photosOf: { reviewerId, submissionId },
          })
        }
        const principal = { customerId: customer?.id ?? null, reviewerId, supportId, assertMayOpenPhotos, ip }
        const form = isDownload ? 'original' : 'shown'
        const { bytes, ...facts } = await readFile(authorized, principal, request.params.id, form)
        return { ...facts, body: streamResponse(authorized, bytes) }
      })
      const type = isDownload ? 'attachment' : 'inline'
      return response
        .header('content-type', stored.mimeType)
        .header('content-length', stored.fileSize)
        .header('content-disposition', contentDisposition(stored.fileName, { type }))
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
        .header('content-security-policy', isDownload ? closed : filePolicy(stored.mimeType))
        .send(stored.body)
    },
  )
}

const closed = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** A file opened as a page may load and run nothing. PDFs are not sandboxed: that breaks the browser's PDF viewer. */
function filePolicy(mimeType: AcceptedMimeType): string {
  return mimeType === 'application/pdf' ? "frame-ancestors 'none'" : closed
}

/** The bytes to count before the body is read: its declared length, or the maximum for a chunked body. */
function bodyLength({ headers }: FastifyRequest, maxFiles: number): number {
  const isChunked = headers['transfer-encoding'] !== undefined
  return isChunked ? maxFiles * MAX_FILE_BYTES : Number(headers['content-length'] ?? 0)
}

function requireMultipart(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new AppError('unsupported_type', 'Send the files as multipart/form-data.')
}

async function onePart(request: FastifyRequest): Promise<MultipartFile> {
  requireMultipart(request)
  for await (const part of partsOf(request, httpLimits.formBytes, { limits: { ...limits, files: 1 } }))
    if (part.type === 'file') return part
  throw new AppError('bad_request', uploadMessages.failed('the file'))
}
