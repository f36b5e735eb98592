import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { sessionCookies } from './session-cookies.ts'
import type { ApiContext } from './trpc.ts'
import { identify, type Viewer } from './viewer.ts'

/** What the procedures called by one HTTP request know of it. Cookies are looked up once, and only when asked. */
export function httpApiContext(app: AppContext, request: FastifyRequest, reply: FastifyReply): ApiContext {
  let viewer: Promise<Viewer> | undefined
  return {
    app,
    viewer: () => {
      viewer ??= identify(app, request.headers.cookie)
      return viewer
    },
    ip: request.ip,
    requestId: request.id,
    cookies: sessionCookies(app.config, reply),
  }
}
