import { customerPages, customers, staff, staffPages } from './live-page.mjs'
import { refusedIn } from './load.mjs'
import { noiseOf, ratioTo } from './noise.mjs'
import { startExchange } from './processes.mjs'
import { sized } from './size.mjs'
import { cpuMs, TICK_MS } from './usage.mjs'

const CUSTOMERS = sized(150, 2)
const STAFF = sized(50, 1)
const PEOPLE = sized(10, 2)
const SECONDS = sized(60, 2)
/** Parts of the measured time, to see how much they differ. */
const PARTS = 5
/** Settling time: V8 keeps compiling and collecting garbage after the start and 200 connections. */
const SETTLING_SECONDS = sized(40, 0)

/** The specified polling intervals in seconds, for a customer in the chat and staff with all tabs open. */
const customerPolls = ({ sessionId, email }) => [
  { every: 3, path: `/api/chat/messages/${sessionId}` },
  { every: 10, path: `/api/user/transactions?email=${encodeURIComponent(email)}` },
]
const staffPolls = [
  { every: 5, path: '/api/admin/chat/sessions' },
  { every: 10, path: '/api/admin/analytics' },
  { every: 20, path: '/api/admin/submissions?page=1&limit=15' },
  { every: 30, path: '/api/admin/users' },
]

/** CPU cost of 200 idle clients: on WebSockets and with the specified polling, each on a separate server. */
export async function benchIdle() {
  const pushed = await measure(async ({ people, staffClient }) => {
    const sockets = []
    for (let at = 0; at < CUSTOMERS; at++) {
      const { person, sessionId } = people[at % PEOPLE]
      sockets.push(await person.openPage(customerPages(sessionId)))
    }
    for (let at = 0; at < STAFF; at++) sockets.push(await staffClient.openPage(staffPages(people[0].sessionId)))
    return { requests: () => 0, refused: () => 0, stop: () => sockets.forEach((socket) => void socket.terminate()) }
  })
  const polled = await measure(poll)
  return [
    {
      what: `control, polling as specified, ${CUSTOMERS + STAFF} clients`,
      figure: `${cost(polled)}, ${noiseOf(polled.parts)}`,
    },
    { what: `our sockets, ${CUSTOMERS + STAFF} clients`, figure: cost(pushed) },
    {
      what: 'processor time of polling to ours',
      figure: ratioTo(polled.parts, polled.cpuMs / Math.max(pushed.cpuMs, TICK_MS)),
      goal: 'at least 20 times',
    },
  ]
}

/** Only calls that exist on this server; an unknown call is too cheap to compare. */
async function known(person, polls) {
  const statuses = await Promise.all(polls.map(async ({ path }) => (await person.send('GET', path)).status))
  return polls.filter((_, at) => statuses[at] !== 404)
}

async function poll({ people, staffClient }) {
  const staffCalls = await known(staffClient, staffPolls)
  let [requests, refused] = [0, 0]
  const timers = []
  const ask = async (person, path) => {
    requests++
    const response = await person.send('GET', path).catch(() => undefined)
    const body = response?.ok && (await response.arrayBuffer().catch(() => undefined))
    if (!body) refused++
  }
  const begin = (person, polls) => {
    // Spread over the interval, like clients that connected at different times.
    for (const { every, path } of polls)
      timers.push(
        setTimeout(() => timers.push(setInterval(ask, every * 1000, person, path)), Math.random() * every * 1000),
      )
  }
  for (let at = 0; at < CUSTOMERS; at++) {
    const customer = people[at % PEOPLE]
    begin(customer.person, customerPolls(customer))
  }
  for (let at = 0; at < STAFF; at++) begin(staffClient, staffCalls)
  return { requests: () => requests, refused: () => refused, stop: () => timers.forEach(clearTimeout) }
}

async function measure(begin) {
  const exchange = await startExchange()
  try {
    const people = await customers(exchange.url, PEOPLE)
    const running = await begin({ people, staffClient: await staff(exchange.url) })
    await pause(SETTLING_SECONDS)
    const before = running.requests()
    const seen = [cpuMs(exchange.pid)]
    while (seen.length <= PARTS) {
      await pause(SECONDS / PARTS)
      seen.push(cpuMs(exchange.pid))
    }
    const parts = seen.slice(1).map((ms, at) => ms - seen[at])
    const cost = {
      cpuMs: seen[PARTS] - seen[0],
      parts,
      requests: running.requests() - before,
      refused: running.refused(),
    }
    running.stop()
    // Wait for pending requests.
    await pause(1)
    return cost
  } finally {
    await exchange.stop()
  }
}

function cost({ cpuMs, requests, refused }) {
  const perMinute = (amount) => Math.round((amount * 60) / SECONDS)
  return `${perMinute(requests)} requests and ${perMinute(cpuMs)} ms of processor a minute${refusedIn([{ refused }])}`
}

function pause(seconds) {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}
