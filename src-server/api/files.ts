import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mayReview, maySupport } from '#shared/staff-role.ts'
import { type AcceptedMimeType, MAX_FILE_BYTES, MAX_FILES_PER_ORDER, uploadWords } from '#shared/upload.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { readFile } from '../files/read-file.ts'
import { saveUpload } from '../files/save-upload.ts'
import { admit } from './admit.ts'
import { httpApiContext } from './api-context.ts'
import { directCall } from './direct-call.ts'
import { bytesOf, partsOf } from './form-parts.ts'
import { httpLimits } from './http-limits.ts'
import type { OpenForms } from './open-forms.ts'
import { replyMultipart } from './reply-multipart.ts'
import { submitMultipart } from './submit-multipart.ts'

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
export async function filesDoor(
  server: FastifyInstance,
  { app, forms }: { app: AppContext; forms: OpenForms },
): Promise<void> {
  await server.register(multipart, { limits, throwFileSizeLimit: false })

  server.post('/api/uploads', { onRequest: forms.enter }, async (request, reply) => {
    const { app: ctx, customer } = await admit.customer(httpApiContext(app, request, reply))
    forms.belongTo(reply, customer.id)
    const part = await onePart(request)
    const uploaded = await saveUpload(ctx, customer.id, { name: part.filename, bytes: bytesOf(part) })
    return reply.code(201).send(uploaded)
  })

  server.post('/api/submit', { onRequest: forms.enter }, async (request, reply) => {
    const { app: ctx, customer } = await admit.customer(httpApiContext(app, request, reply))
    requireMultipart(request)
    forms.belongTo(reply, customer.id)
    return submitMultipart(ctx, customer, request)
  })

  const reply = directCall('admin.chatReply')
  server.post('/api/admin/chat/reply', { onRequest: forms.enter }, async (request, answer) => {
    const ctx = httpApiContext(app, request, answer)
    if (!request.isMultipart()) return reply(ctx, request.body)
    const { app: admitted, staff } = await admit.support(ctx)
    forms.belongTo(answer, staff.id)
    return replyMultipart(admitted, { id: staff.id, ip: request.ip }, request)
  })

  server.get<{ Params: { id: string }; Querystring: { download?: string } }>(
    '/api/files/:id',
    async (request, reply) => {
      const { app: ctx, who } = await admit.member(httpApiContext(app, request, reply))
      const { customer, staff } = who
      const reviewerId = staff && mayReview(staff.role) ? staff.id : null
      const supportId = staff && maySupport(staff.role) ? staff.id : null
      const viewer = { customerId: customer?.id ?? null, reviewerId, supportId, ip: request.ip }
      const file = await readFile(ctx, viewer, request.params.id)
      const type = request.query.download === undefined ? 'inline' : 'attachment'
      return reply
        .header('content-type', file.mime_type)
        .header('content-length', file.file_size)
        .header('content-disposition', contentDisposition(file.file_name, { type }))
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', filePolicy(file.mime_type))
        .send(Readable.from(file.bytes, { objectMode: false }))
    },
  )
}

/** A file opened as a page can do nothing. Browsers show PDFs in a viewer of their own, which a sandbox would break. */
function filePolicy(mimeType: AcceptedMimeType): string {
  return mimeType === 'application/pdf'
    ? "frame-ancestors 'none'"
    : "default-src 'none'; frame-ancestors 'none'; sandbox"
}

function requireMultipart(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new AppError('unsupported_type', 'Send the files as multipart/form-data.')
}

async function onePart(request: FastifyRequest): Promise<MultipartFile> {
  requireMultipart(request)
  for await (const part of partsOf(request, httpLimits.formBytes, { limits: { ...limits, files: 1 } }))
    if (part.type === 'file') return part
  throw new AppError('bad_request', uploadWords.failed('the file'))
}
