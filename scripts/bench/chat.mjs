import { once } from 'node:events'
import WebSocket from 'ws'
import { quantile } from './figures.mjs'
import { customerPages, customers, staff, staffPages } from './live-page.mjs'
import { noiseOf, ratioTo, roundsOf } from './noise.mjs'
import { startControl, startExchange } from './processes.mjs'
import { sized } from './size.mjs'

const SOCKETS = sized(1_000, 4)
const PEOPLE = sized(50, 2)
const MESSAGES = sized(400, 5)
const WARM_UP = sized(50, 1)
const goal = 'p99 within 20 ms'

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
      row('message of a customer to staff, no other socket open', alone.toStaff, alone.control),
      row(`message of a customer to staff, ${SOCKETS} open sockets`, among.toStaff, among.control, goal),
      row('reply of staff to the customer, no other socket open', alone.toCustomer, alone.control),
      row(`reply of staff to the customer, ${SOCKETS} open sockets`, among.toCustomer, among.control, goal),
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

/** `control` are the echoes of the same rounds, to which the p99 is compared. */
function row(what, times, control, goal) {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  const compared = control
    ? `p99 as a ${ratioTo(roundsOf(control), p99 / quantile(control, 0.99))}`
    : noiseOf(roundsOf(times))
  return { what, figure: `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${compared}`, goal }
}
