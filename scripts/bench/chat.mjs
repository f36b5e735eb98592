import { once } from 'node:events'
import WebSocket from 'ws'
import { customerPages, customers, staff, staffPages } from './live-page.mjs'
import { startControl, startExchange } from './processes.mjs'

const SOCKETS = 1_000
const PEOPLE = 50
const MESSAGES = 400
const WARM_UP = 50

/** Delivery time of a chat message with 1,000 open sockets, compared with the echo of a bare socket. */
export async function benchChat() {
  const [control, exchange] = [await startControl(), await startExchange()]
  const open = []
  try {
    const echo = await openEchoes(control.url, open)
    const staffClient = await staff(exchange.url)
    const people = await customers(exchange.url, PEOPLE)
    const [{ person, sessionId }] = people
    const arrivals = new Map()
    const onData = (path, { data }) => {
      if (path === 'chat.watch' || path === 'admin.chat.watchThread') arrivals.get(`${path} ${data.message}`)?.()
    }
    // The measured pages of one customer and one member of staff; the other sockets are open and idle.
    open.push(await person.openPage(customerPages(sessionId), onData))
    open.push(await staffClient.openPage(staffPages(sessionId), onData))
    const timed = async (path, send, message) => {
      const arrived = new Promise((resolve) => arrivals.set(`${path} ${message}`, resolve))
      const started = performance.now()
      await Promise.all([send(message), arrived.then(() => arrivals.set(message, performance.now() - started))])
      return arrivals.get(message)
    }
    const toStaff = (message) => person.call('POST', '/api/chat/send', { sessionId, message })
    const toCustomer = (message) => staffClient.call('POST', '/api/admin/chat/reply', { sessionId, message })
    const measure = async (name) => {
      const times = { control: [], toStaff: [], toCustomer: [] }
      for (let at = 0; at < WARM_UP + MESSAGES; at++) {
        const round = {
          control: await echo(`echo ${at}`),
          toStaff: await timed('admin.chat.watchThread', toStaff, `question ${name} ${at}`),
          toCustomer: await timed('chat.watch', toCustomer, `answer ${name} ${at}`),
        }
        if (at >= WARM_UP) for (const [what, ms] of Object.entries(round)) times[what].push(ms)
      }
      return times
    }
    const alone = await measure('alone')
    for (let at = 0; open.length < 2 * SOCKETS; at++) {
      const other = people[(at % (PEOPLE - 1)) + 1]
      open.push(await other.person.openPage(customerPages(other.sessionId)))
    }
    const among = await measure('among')
    return [
      row(`control, echo of a bare socket among ${SOCKETS}`, among.control),
      row('message of a customer to staff, no other socket open', alone.toStaff),
      row(`message of a customer to staff, ${SOCKETS} open sockets`, among.toStaff, 'p99 within 20 ms'),
      row('reply of staff to the customer, no other socket open', alone.toCustomer),
      row(`reply of staff to the customer, ${SOCKETS} open sockets`, among.toCustomer, 'p99 within 20 ms'),
    ]
  } finally {
    for (const socket of open) socket.terminate()
    await control.stop()
    await exchange.stop()
  }
}

async function openEchoes(url, open) {
  for (let at = 0; at < SOCKETS; at++) {
    const socket = new WebSocket(url.replace(/^http/, 'ws'))
    await once(socket, 'open')
    open.push(socket)
  }
  const [socket] = open
  return async (message) => {
    const started = performance.now()
    socket.send(message)
    await once(socket, 'message')
    return performance.now() - started
  }
}

function row(what, times, goal) {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(2)
  return { what, figure: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`, goal }
}
