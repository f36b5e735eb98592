import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import type { HttpLimits } from './server-limits.ts'

const COME_AGAIN_SECONDS = 5

export type UploadConcurrency = {
  /** How many forms with files are being received. */
  count(): number
  /** Hook of the calls that take files: refuses before the body is read what there is no room for. */
  enter: onRequestHookHandler
  /** Says whose form this is. @throws AppError 'too_many_requests' when they send too many at once */
  belongTo(reply: FastifyReply, personId: string): void
}

/** Counts the forms that are being received, each until it is answered or its sender has gone. */
export function countOpenForms(app: AppContext, limits: HttpLimits): UploadConcurrency {
  let open = 0
  const byPerson = new Map<string, number>()

  return {
    count: () => open,
    enter: (request, reply, next) => {
      if (!isForm(request)) return next()
      if (Number(request.headers['content-length'] ?? 0) > limits.formBytes)
        return next(new AppError('too_large', 'The request is too large.'))
      if (open >= limits.formsAtOnce)
        return next(
          new AppError('unavailable', 'Many files are being sent to us right now. Please try again in a moment.', {
            retryAfterSeconds: COME_AGAIN_SECONDS,
          }),
        )
      if (app.disk.isLow()) return next(app.disk.rejection())
      open++
      reply.raw.once('close', () => open--)
      // Whoever is refused in the middle may read why only when all is sent, so the rest is read and dropped.
      reply.raw.once('finish', () => request.raw.unpipe().resume())
      next()
    },
    belongTo: (reply, personId) => {
      const theirs = byPerson.get(personId) ?? 0
      if (theirs >= limits.formsOfOnePerson)
        throw new AppError('too_many_requests', 'You are sending many files at once. Please wait for some to arrive.', {
          retryAfterSeconds: COME_AGAIN_SECONDS,
        })
      // Who has gone while we found out who they are does not tell us once more.
      if (reply.raw.destroyed) return
      byPerson.set(personId, theirs + 1)
      reply.raw.once('close', () => {
        const left = (byPerson.get(personId) ?? 1) - 1
        if (left === 0) byPerson.delete(personId)
        else byPerson.set(personId, left)
      })
    },
  }
}

function isForm({ headers }: FastifyRequest): boolean {
  return /^multipart\//i.test(headers['content-type'] ?? '')
}
