import { generateKeyPairSync } from 'node:crypto'
import { payPalApi } from './fake-paypal-api.mjs'
import { booksOf, newId, newState } from './fake-paypal-books.mjs'
import { payPalCalls } from './fake-paypal-calls.mjs'
import { payPalControl } from './fake-paypal-control.mjs'
import { payPalWebhooks } from './fake-paypal-webhooks.mjs'

/**
 * The fake in this process, with its books in memory: `fetch` answers in the same turn, and its clock and ids are
 * given. It signs webhooks, and sends none by itself.
 */
export function openFakePayPal({ now, below, clientId, clientSecret, webhookId, apiUrl }) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const state = { ...newState(), signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
  const books = booksOf(state, { save() {}, now, makeId: () => newId(below) })
  const api = payPalApi({ books, origin: apiUrl, clientId, clientSecret })
  const webhooks = payPalWebhooks({ books, api, origin: apiUrl, webhookId })
  const control = payPalControl({ books, api, webhooks })
  const call = payPalCalls({ api, webhooks, control })
  return {
    books: () => books.report(),
    command: (name, given) => control.run('POST', name, given),
    async signWebhook(payoutId) {
      const { body } = await webhooks.command({ payoutId, send: false })
      return body
    },
    async fetch(url, { method = 'GET', headers = {}, body = '' } = {}) {
      const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
      const { pathname } = new URL(url)
      const called = call({ method, pathname, headers: lower, text: String(body) })
      if (!called) throw new TypeError(`The fake has no ${method} ${pathname}.`)
      const { fault, answer } = called
      if (fault && fault.how !== 'answer') throw new TypeError('fetch failed')
      const { status, body: content, headers: answered = {} } = fault ?? answer
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      return { status, headers: new Headers(answered), body: [Buffer.from(text)] }
    },
  }
}
