import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { MAX_WEBHOOK_BYTES } from '../../payouts/paypal/webhook.ts'
import { receiveWebhook } from '../../payouts/sending/paypal-calls.ts'
import { handlerRoutes } from './handler-routes.ts'
import { runRoute } from './route.ts'

const { paypalWebhook } = handlerRoutes

/** Webhooks, in a scope of their own: a signature covers the bytes of the body, so it is not parsed before. */
export async function webhookRoutes(server: FastifyInstance, { app }: { app: AppContext }) {
  server.removeAllContentTypeParsers()
  const raw = { parseAs: 'buffer', bodyLimit: MAX_WEBHOOK_BYTES } as const
  server.addContentTypeParser('*', raw, (_, body, done) => done(null, body))

  server.post(paypalWebhook.url, async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
    const { headers } = request
    await runRoute(app, paypalWebhook, request, reply, (caller) =>
      receiveWebhook(caller, { headers, body, source: caller.source }),
    )
    return { ok: true }
  })
}
