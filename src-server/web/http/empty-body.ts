import type { preParsingHookHandler } from 'fastify'
import { unreadable } from './error-response.ts'

/** A hook: zero bytes are no body. Clients send a JSON type always, and proxies forward no body in chunks. */
export const dropEmptyBody: preParsingHookHandler = ({ raw: { headers } }, _, payload, done) => {
  const isEmpty = () => {
    delete headers['content-type']
    delete headers['transfer-encoding']
    done(null, payload)
  }
  if (headers['transfer-encoding'] === undefined) {
    if (Number(headers['content-length'] ?? 0) === 0) return isEmpty()
    return done(null, payload)
  }
  const stopWaiting = () => payload.off('readable', onReadable).off('close', onClose)
  const onReadable = () => {
    stopWaiting()
    const first = payload.read()
    if (first === null) return isEmpty()
    payload.unshift(first)
    done(null, payload)
  }
  const onClose = () => {
    stopWaiting()
    done(unreadable())
  }
  payload.on('readable', onReadable).on('close', onClose)
}
