import { z } from 'zod'
import type { PayPalConfig } from '../../platform/config/paypal.ts'
import type { AuthorizedApi } from './paypal-api.ts'

export const MAX_WEBHOOK_BYTES = 64 * 1024
const MAX_HEADER_CHARACTERS = 2048

/** 'unavailable': PayPal could not be asked; answer 503, and PayPal sends the webhook again. */
export type WebhookVerdict = 'verified' | 'refused' | 'unavailable'
/** The headers of the request, with names in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

const headerOf = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

const verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

/** Asks PayPal whether it signed these bytes for our webhook. Does not throw. */
export async function verifyWebhook(
  api: AuthorizedApi,
  { webhookId, apiUrl }: PayPalConfig,
  headers: WebhookHeaders,
  body: Uint8Array,
): Promise<WebhookVerdict> {
  const fields = Object.entries(headerOf).map(([field, name]) => [field, headers[name]] as const)
  if (!fields.every(([, value]) => isHeader(value))) return 'refused'
  if (!isOfPayPal(String(headers[headerOf.cert_url]), apiUrl)) return 'refused'
  // A body that is no JSON object could add fields to the request for verification.
  if (body.byteLength > MAX_WEBHOOK_BYTES || !isObject(jsonOf(body))) return 'refused'
  const asked = spliced({ ...Object.fromEntries(fields), webhook_id: webhookId }, body)
  const answer = await api.post('/v1/notifications/verify-webhook-signature', asked)
  if (answer.kind !== 'answered') return 'unavailable'
  if (answer.status === 400 || answer.status === 422) return 'refused'
  const { data } = verification.safeParse(answer.status === 200 ? answer.body : undefined)
  if (!data) return 'unavailable'
  return data.verification_status === 'SUCCESS' ? 'verified' : 'refused'
}

const id = z.string().min(1).max(256).optional().catch(undefined)
const event = z.object({
  id: z.string().min(1).max(256),
  event_type: z.string().min(1).max(128),
  resource: z
    .object({
      payout_batch_id: id,
      payout_item_id: id,
      payout_item: z.object({ sender_item_id: id }).optional().catch(undefined),
      batch_header: z.object({ payout_batch_id: id }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/**
 * A verified webhook: a hint to look the payout up, because webhooks come late, twice and out of order. `id` is the
 * same for each delivery, `payoutId` is ours; events about other things name no payout.
 */
export function parseWebhook(body: Uint8Array) {
  const { data } = event.safeParse(jsonOf(body))
  if (!data) return undefined
  const { id, event_type: type, resource } = data
  return {
    id,
    type,
    batchId: resource?.payout_batch_id ?? resource?.batch_header?.payout_batch_id,
    itemId: resource?.payout_item_id,
    payoutId: resource?.payout_item?.sender_item_id,
  }
}

/** JSON with the body as its last field, byte for byte: the signature covers its bytes. */
function spliced(fields: Readonly<Record<string, unknown>>, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":`
  return Buffer.concat([Buffer.from(start), body, Buffer.from('}')])
}

function isHeader(value: string | string[] | undefined) {
  return typeof value === 'string' && value !== '' && value.length <= MAX_HEADER_CHARACTERS
}

function isOfPayPal(certUrl: string, apiUrl: string) {
  if (!URL.canParse(certUrl)) return false
  const { protocol, hostname, host } = new URL(certUrl)
  return protocol === 'https:' && (hostname.endsWith('.paypal.com') || host === new URL(apiUrl).host)
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined for bytes that are not UTF-8 or not JSON. */
function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    return undefined
  }
}
