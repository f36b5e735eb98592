import { createPrivateKey, createPublicKey, randomUUID, sign, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { newId } from './fake-paypal-books.mjs'

const AUTH_ALGO = 'SHA256withRSA'
const ANSWER_MS = 20_000
const bodyField = '"webhook_event":'
const eventOfStatus = { SUCCESS: 'SUCCEEDED', ONHOLD: 'HELD' }
/** These statuses have no event at PayPal. */
const silent = ['PENDING', 'REVERSED']
export const forgeries = ['body', 'signature', 'cert-url', 'missing-header', 'other-webhook']

/**
 * Signs, sends and verifies webhooks as PayPal does: RSA over transmission id, time, webhook id and CRC32 of the body.
 */
export function payPalWebhooks({ books, api, origin, webhookId }) {
  const signingKey = createPrivateKey(books.state.signingKey)
  const verificationKey = createPublicKey(signingKey)
  const certUrl = `${origin.replace(/^http:/, 'https:')}/v1/notifications/certs/CERT-fake`
  const signedText = (id, time, webhook, body) => Buffer.from(`${id}|${time}|${webhook}|${crc32(body)}`)

  function eventOf(batch, { of = 'item', type }) {
    const isItem = of === 'item'
    const { status } = batch.item
    const itemType = `PAYMENT.PAYOUTS-ITEM.${eventOfStatus[status] ?? status}`
    const event_type = type ?? (isItem ? itemType : `PAYMENT.PAYOUTSBATCH.${api.batchHeader(batch).batch_status}`)
    return JSON.stringify({
      id: `WH-${newId()}-${newId()}`,
      event_version: '1.0',
      create_time: books.now().toISOString(),
      resource_type: isItem ? 'payouts_item' : 'payouts',
      event_type,
      summary: event_type,
      resource: isItem ? api.itemBody(batch) : { batch_header: api.batchHeader(batch), links: [] },
      links: [],
    })
  }

  /** The headers and the body of one delivery; a forgery is not from PayPal. */
  function deliveryOf(body, forge) {
    const [id, time] = [randomUUID(), books.now().toISOString()]
    const webhook = forge === 'other-webhook' ? newId() : webhookId
    const signature = sign('sha256', signedText(id, time, webhook, body), signingKey)
    if (forge === 'signature') signature[0] ^= 1
    const headers = {
      'content-type': 'application/json',
      'paypal-auth-algo': AUTH_ALGO,
      'paypal-cert-url': forge === 'cert-url' ? 'https://evil.example/cert.pem' : certUrl,
      'paypal-transmission-id': id,
      'paypal-transmission-sig': signature.toString('base64'),
      'paypal-transmission-time': time,
    }
    if (forge === 'missing-header') delete headers['paypal-transmission-sig']
    // One byte inside of a string: the body stays JSON.
    return { headers, body: forge === 'body' ? body.replace(/(create_time":"\d{3})\d/, '$1x') : body }
  }

  /** Sends one delivery; returns its status, or 0 without an answer. */
  async function send(body, forge) {
    const { webhookUrl } = books.state.settings
    const delivery = deliveryOf(body, forge)
    const signal = AbortSignal.timeout(ANSWER_MS)
    const status = await fetch(webhookUrl, { method: 'POST', ...delivery, signal }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    const { id: eventId, event_type: type } = JSON.parse(body)
    books.state.deliveries.push({ eventId, type, status, forge: forge ?? null })
    books.save()
    return status
  }

  /** Sends an event; PayPal repeats one that was not answered with 2xx. */
  async function deliver(body) {
    const status = await send(body)
    if (status >= 200 && status < 300) return
    books.state.undelivered.push(body)
    books.save()
  }

  return {
    /** Sends the events of a change, when a URL is set. */
    announce(batch) {
      if (!books.state.settings.webhookUrl || silent.includes(batch.item.status)) return
      for (const of of ['item', 'batch']) void deliver(eventOf(batch, { of }))
    },
    /** A command: sends an event as often as wanted, or only returns its delivery. */
    async command({ payoutId, of, type, forge, times = 1, send: isSent = true }) {
      const batch = books.batchOfPayout(payoutId)
      if (!batch) return { status: 404, body: { error: `No payout ${payoutId}.` } }
      if (forge !== undefined && !forgeries.includes(forge))
        return { status: 400, body: { error: `forge: ${forgeries.join(', ')}` } }
      const body = eventOf(batch, { of, type })
      if (!isSent) return { status: 200, body: deliveryOf(body, forge) }
      if (!books.state.settings.webhookUrl) return { status: 400, body: { error: 'Set webhookUrl first.' } }
      const statuses = []
      for (let sent = 0; sent < times; sent++) statuses.push(await send(body, forge))
      return { status: 200, body: { statuses } }
    },
    /** A command: repeats what was not delivered. */
    async retry() {
      const waiting = books.state.undelivered.splice(0)
      for (const body of waiting) await deliver(body)
      return { status: 200, body: { repeated: waiting.length, undelivered: books.state.undelivered.length } }
    },
    /** The answer to verify-webhook-signature. Its `webhook_event` is the last field, whose bytes are checked. */
    verification(text, request) {
      const start = text.indexOf(bodyField)
      const event = text.slice(start + bodyField.length, text.lastIndexOf('}'))
      const { transmission_id: id, transmission_time: time, transmission_sig: signature = '' } = request
      const isSuccess =
        start > 0 &&
        request.auth_algo === AUTH_ALGO &&
        request.cert_url === certUrl &&
        request.webhook_id === webhookId &&
        verify('sha256', signedText(id, time, webhookId, event), verificationKey, Buffer.from(signature, 'base64'))
      return { status: 200, body: { verification_status: isSuccess ? 'SUCCESS' : 'FAILURE' } }
    },
  }
}
