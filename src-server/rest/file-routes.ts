import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasPermission } from '#shared/staff-role.ts'
import { type AcceptedMimeType, MAX_FILE_BYTES, MAX_FILES_PER_ORDER, uploadMessages } from '#shared/upload.ts'
import { authorize } from '../auth/authorize.ts'
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
import { callProcedure } from './call-procedure.ts'
import { bytesOf, partsOf } from './multipart/form-parts.ts'
import { replyMultipart } from './multipart/reply-form.ts'
import { submitMultipart } from './multipart/submit-form.ts'

/** Limits of the multipart parser; it does not apply Fastify's bodyLimit to the whole body. */
const limits = {
  files: MAX_FILES_PER_ORDER,
  fileSize: MAX_FILE_BYTES + 1,
  fields: 40,
  fieldNameSize: 100,
  // A chat message of 4,000 characters that take three bytes each.
  fieldSize: 16 * 1024,
  parts: MAX_FILES_PER_ORDER + 40,
  headerPairs: 32,
  headerSize: 8 * 1024,
}

/** Everything that carries file bytes: the only code that sees multipart. */
export async function fileRoutes(
  server: FastifyInstance,
  { app, forms, downloads }: { app: AppContext; forms: UploadConcurrency; downloads: DownloadConcurrency },
): Promise<void> {
  await server.register(multipart, { limits, throwFileSizeLimit: false })

  server.post('/api/uploads', { onRequest: forms.enter }, async (request, reply) => {
    const call = { name: 'POST /api/uploads', bytes: bodyLength(request, 1) }
    const { app: ctx, customer } = await authorize('customer', httpApiContext(app, request, reply), call)
    forms.belongTo(reply, customer.id)
    const part = await onePart(request)
    const uploaded = await saveUpload(ctx, customer.id, { name: part.filename, bytes: bytesOf(part) })
    return reply.code(201).send(uploaded)
  })

  server.post('/api/submit', { onRequest: forms.enter }, async (request, reply) => {
    const call = { name: 'POST /api/submit', bytes: bodyLength(request, MAX_FILES_PER_ORDER) }
    const { app: ctx, customer } = await authorize('customer', httpApiContext(app, request, reply), call)
    requireMultipart(request)
    forms.belongTo(reply, customer.id)
    return submitMultipart(ctx, customer, request)
  })

  const reply = callProcedure('admin.chat.reply')
  server.post('/api/admin/chat/reply', { onRequest: forms.enter }, async (request, answer) => {
    const ctx = httpApiContext(app, request, answer)
    if (!request.isMultipart()) return reply(ctx, request.body)
    const { app: authorized, staff, ip } = await authorize('support', ctx, { name: 'POST /api/admin/chat/reply' })
    forms.belongTo(answer, staff.id)
    return replyMultipart(authorized, { id: staff.id, ip }, request)
  })

  server.get<{ Params: { id: string }; Querystring: { download?: string } }>(
    '/api/files/:id',
    { onRequest: rejectHotlink },
    async (request, reply) => {
      const name = 'GET /api/files/:id'
      const authorized = await authorize('member', httpApiContext(app, request, reply), { name })
      const { app: ctx, who, ip } = authorized
      const { customer, staff } = who
      await downloads.enter(reply.raw, (staff ?? customer)?.id ?? '')
      const reviewerId = staff && hasPermission(staff.role, 'review') ? staff.id : null
      const supportId = staff && hasPermission(staff.role, 'support') ? staff.id : null
      const assertMayOpenPhotos = async (submissionId: string) => {
        if (!reviewerId || !isRateLimited(ctx, name)) return
        await enforceRateLimits({
          ctx: authorized,
          name,
          input: undefined,
          bytes: 0,
          photosOf: { reviewerId, submissionId },
        })
      }
      const principal = { customerId: customer?.id ?? null, reviewerId, supportId, assertMayOpenPhotos, ip }
      const isDownload = request.query.download !== undefined
      const file = await readFile(ctx, principal, request.params.id, isDownload ? 'original' : 'shown')
      const type = isDownload ? 'attachment' : 'inline'
      return reply
        .header('content-type', file.mimeType)
        .header('content-length', file.fileSize)
        .header('content-disposition', contentDisposition(file.fileName, { type }))
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
        .header('content-security-policy', isDownload ? closed : filePolicy(file.mimeType))
        .send(streamResponse(ctx, file.bytes))
    },
  )
}

const closed = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** A file opened as a page can do nothing. Browsers show PDFs in a viewer of their own, which a sandbox would break. */
function filePolicy(mimeType: AcceptedMimeType): string {
  return mimeType === 'application/pdf' ? "frame-ancestors 'none'" : closed
}

/** Counted before a byte is read: a body cannot be longer than it says, and one that does not say as long as can be. */
function bodyLength({ headers }: FastifyRequest, mostFiles: number): number {
  const isUntold = headers['transfer-encoding'] !== undefined
  return isUntold ? mostFiles * MAX_FILE_BYTES : Number(headers['content-length'] ?? 0)
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
