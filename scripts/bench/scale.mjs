import { kbPerSocket, quantile } from './figures.mjs'
import { customer, customerPages } from './live-page.mjs'
import { compare } from './load.mjs'
import { startControl, startExchange } from './processes.mjs'
import { row } from './quote.mjs'
import { sized } from './size.mjs'
import { submissionBody, submissionHead } from './submit.mjs'
import { collectable, peakMemoryMb, restingMemoryMb } from './usage.mjs'

const CONNECTED = sized([1, 10, 100, 1_000], [1, 4])
/** A server takes 20 orders of one customer at once, and 64 of all. */
const MOST_AT_ONCE = 20
/** Hashing passwords uses all cores of small machines. */
const SIGN_UPS_AT_ONCE = 4

/**
 * Orders of 1 to 1,000 customers who are connected: each has a WebSocket with the subscriptions of its pages. They take
 * turns to submit an order with two photos, as many at the same time as there are customers, at most 20.
 */
export async function benchScale() {
  const [control, exchange] = [await startControl(), await startExchange(collectable)]
  const sockets = []
  try {
    const people = await signUp(exchange.url)
    const resting = []
    for (const connected of CONNECTED) {
      for (const { person, sessionId } of people.slice(sockets.length, connected))
        sockets.push(await person.openPage(customerPages(sessionId)))
      resting.push({ sockets: connected, mb: await restingMemoryMb(exchange.pid) })
    }
    const body = await submissionBody()
    const rows = []
    // From the most to the fewest, because sockets are closed faster than opened.
    for (const connected of CONNECTED.toReversed()) {
      for (const socket of sockets.splice(connected)) socket.terminate()
      const requests = [takingTurns(people.slice(0, connected), body)]
      const times = []
      const rates = await compare(
        {
          control: { server: control, path: '/submit', method: 'POST', requests: [takingTurns(people, body)] },
          submit: { server: exchange, path: '/api/submit', method: 'POST', requests, times },
        },
        { rounds: 5, seconds: 2, connections: Math.min(connected, MOST_AT_ONCE) },
      )
      rows.unshift(...rowsOf(connected, rates, times))
    }
    return [
      ...rows,
      ...resting.map((each) => ({ what: `memory with ${each.sockets} open sockets, idle`, figure: `${each.mb} MB` })),
      { what: 'memory of an open socket', figure: `${kbPerSocket(resting).toFixed(1)} kB` },
      { what: 'peak memory', figure: `${peakMemoryMb(exchange.pid)} MB` },
    ]
  } finally {
    for (const socket of sockets) socket.terminate()
    await control.stop()
    await exchange.stop()
  }
}

async function signUp(url) {
  const people = []
  while (people.length < Math.max(...CONNECTED)) {
    const next = Array.from({ length: SIGN_UPS_AT_ONCE }, (_, at) => customer(url, people.length + at))
    people.push(...(await Promise.all(next)))
  }
  return people
}

/** One request of these customers in turn, whose body is not copied for each of them. */
function takingTurns(people, body) {
  let turns = 0
  return {
    body,
    headers: submissionHead,
    setupRequest(request) {
      const { cookie } = people[turns++ % people.length].person
      return { ...request, headers: { ...submissionHead, cookie } }
    },
  }
}

function rowsOf(connected, { control, submit }, times) {
  const latency = `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`
  return [
    row(`${connected} connected, control`, control),
    row(`${connected} connected, orders, ${latency} of ${times.length}`, submit),
  ]
}
