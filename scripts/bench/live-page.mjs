// Simulates a browser with open pages: a cookie, calls, and one socket with its subscriptions.
import { once } from 'node:events'
import WebSocket from 'ws'

/** A user with their own cookie. */
export class Person {
  #base
  #cookie = ''
  constructor(base) {
    this.#base = base
  }

  get cookie() {
    return this.#cookie
  }

  async send(method, path, body) {
    const response = await fetch(this.#base + path, {
      method,
      headers: { cookie: this.#cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const [cookie] = response.headers.getSetCookie()
    if (cookie) this.#cookie = cookie.split(';')[0]
    return response
  }

  /** Returns the JSON response; throws when the call fails. */
  async call(method, path, body) {
    const response = await this.send(method, path, body)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  /** Opens a page of this user on its own socket; `onData` receives the data of each subscription. */
  async openPage(subscriptions, onData = () => undefined) {
    const socket = new WebSocket(`${this.#base.replace(/^http/, 'ws')}/trpc`, { headers: { cookie: this.#cookie } })
    await once(socket, 'open')
    let waiting = subscriptions.length
    const started = new Promise((resolve, reject) => {
      socket.on('close', () => reject(new Error('A socket was closed.')))
      socket.on('message', (bytes) => {
        const text = String(bytes)
        if (text === 'PING') return socket.send('PONG')
        const { id, result, error } = JSON.parse(text)
        if (error) return reject(new Error(JSON.stringify(error)))
        if (result?.type === 'started' && --waiting === 0) resolve()
        if (result?.type === 'data') onData(subscriptions[id - 1].path, result.data)
      })
    })
    for (const [at, { path, input }] of subscriptions.entries())
      socket.send(JSON.stringify({ id: at + 1, jsonrpc: '2.0', method: 'subscription', params: { path, input } }))
    await started
    return socket
  }
}

/** Creates `count` customers, each with a conversation. */
export async function customers(base, count) {
  const made = []
  for (let at = 0; at < count; at++) made.push(await customer(base, at))
  return made
}

/** Creates the customer of this number, with a conversation. */
export async function customer(base, number) {
  const person = new Person(base)
  const password = 'a-customer-of-the-bench'
  const email = `bench-${number}@mail.example`
  const form = { name: `Dana Reyes ${number}`, email, phone: '555-010-0100', password, confirmPassword: password }
  await person.call('POST', '/api/auth/sign-up', form)
  const { sessionId } = await person.call('POST', '/api/chat/send', { subject: 'Bench', message: 'Hello?' })
  return { person, sessionId, email }
}

export async function staff(base) {
  const person = new Person(base)
  await person.call('POST', '/api/admin/login', { username: 'owner', password: 'the-owner-of-the-bench' })
  return person
}

/** The subscriptions of customer pages. */
export const customerPages = (sessionId) => [
  { path: 'chat.watch', input: { sessionId, lastEventId: 0 } },
  { path: 'chat.watchState', input: { sessionId } },
  { path: 'chat.watchUnseen' },
  { path: 'transactions.watch' },
]

/** The subscriptions of the staff area with an open conversation. */
export const staffPages = (sessionId) => [
  { path: 'admin.submissions.watch' },
  { path: 'admin.chat.watchSessions' },
  { path: 'admin.chat.watchThread', input: { sessionId, lastEventId: 0 } },
  { path: 'admin.chat.watchState', input: { sessionId } },
]
