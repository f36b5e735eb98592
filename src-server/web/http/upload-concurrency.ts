import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { AppContext } from '../../context.ts'
import { createCounts } from '../../platform/counts.ts'
import { tooMany, unavailable } from '../../platform/errors.ts'
import { tooLarge } from './error-response.ts'
import type { HttpLimits } from './server-limits.ts'

export type UploadConcurrency = {
  count(): number
  /** Hook of the upload routes: rejects a form beyond the limits before its body is read. */
  enter: onRequestHookHandler
  /** Counts this upload for a person. @throws AppError 'too_many_requests' when they have too many at once */
  belongTo(reply: FastifyReply, personId: string): void
}

/** Counts running uploads, each until its response is sent or its client has disconnected. */
export function countOpenForms(app: AppContext, limits: HttpLimits): UploadConcurrency {
  let open = 0
  const byPerson = createCounts()

  return {
    count: () => open,
    enter: (request, reply, next) => {
      if (!isForm(request)) return next()
      if (Number(request.headers['content-length'] ?? 0) > limits.formBytes) return next(tooLarge())
      if (open >= limits.formsAtOnce)
        return next(unavailable('We are receiving many files right now. Please try again in a moment.'))
      if (app.disk.isLow()) return next(app.disk.rejection())
      open++
      reply.raw.once('close', () => open--)
      // Many clients read the response only after sending everything, so the rest of a rejected body is discarded.
      reply.raw.once('finish', () => request.raw.unpipe().resume())
      next()
    },
    belongTo: (reply, personId) => {
      if (byPerson.of(personId) >= limits.formsOfOnePerson)
        throw tooMany("You're sending many files at once. Please wait for some to finish.")
      // The client disconnected during authentication: 'close' was already emitted and would never decrement the count.
      if (reply.raw.destroyed) return
      byPerson.add(personId, 1)
      reply.raw.once('close', () => byPerson.add(personId, -1))
    },
  }
}

function isForm({ headers }: FastifyRequest) {
  return /^multipart\//i.test(headers['content-type'] ?? '')
}
