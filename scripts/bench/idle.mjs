import { readFileSync } from 'node:fs'
import { customerPages, customers, staff, staffPages } from './live-page.mjs'
import { startExchange } from './processes.mjs'

const CUSTOMERS = 150
const STAFF = 50
const PEOPLE = 10
const SECONDS = 60
/** For so long the engine goes on compiling and collecting what the start and 200 newcomers left. */
const SETTLING_SECONDS = 40
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** The specified polling, in seconds: what a customer in the chat and staff with all tabs would ask for. */
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

/** What 200 clients cost that do nothing: on our sockets, and polling as specified, on a server of its own each. */
export async function benchIdle() {
  const pushed = await measure(async ({ people, desk }) => {
    const sockets = []
    for (let at = 0; at < CUSTOMERS; at++) {
      const { person, sessionId } = people[at % PEOPLE]
      sockets.push(await person.openPage(customerPages(sessionId)))
    }
    for (let at = 0; at < STAFF; at++) sockets.push(await desk.openPage(staffPages(people[0].sessionId)))
    return { requests: () => 0, stop: () => sockets.forEach((socket) => void socket.terminate()) }
  })
  const polled = await measure(poll)
  return [
    { what: 'polling as specified, 200 clients', figure: cost(polled) },
    { what: 'our sockets, 200 clients', figure: cost(pushed) },
    {
      what: 'processor time of polling to ours',
      figure: `${(polled.cpuMs / Math.max(pushed.cpuMs, TICK_MS)).toFixed(1)} times`,
      goal: 'at least 20 times',
    },
  ]
}

/** Those this server knows: a call it does not have costs nothing worth comparing. */
async function known(person, polls) {
  const statuses = await Promise.all(polls.map(async ({ path }) => (await person.send('GET', path)).status))
  return polls.filter((_, at) => statuses[at] !== 404)
}

async function poll({ people, desk }) {
  const staffCalls = await known(desk, staffPolls)
  let requests = 0
  const timers = []
  const ask = async (person, path) => {
    requests++
    const response = await person.send('GET', path)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
  }
  const begin = (person, polls) => {
    // Spread as clients are that came at different times.
    for (const { every, path } of polls)
      timers.push(
        setTimeout(() => timers.push(setInterval(ask, every * 1000, person, path)), Math.random() * every * 1000),
      )
  }
  for (let at = 0; at < CUSTOMERS; at++) {
    const customer = people[at % PEOPLE]
    begin(customer.person, customerPolls(customer))
  }
  for (let at = 0; at < STAFF; at++) begin(desk, staffCalls)
  return { requests: () => requests, stop: () => timers.forEach(clearTimeout) }
}

async function measure(begin) {
  const exchange = await startExchange()
  try {
    const people = await customers(exchange.url, PEOPLE)
    const running = await begin({ people, desk: await staff(exchange.url) })
    await pause(SETTLING_SECONDS)
    const before = { cpuMs: cpuMs(exchange.pid), requests: running.requests() }
    await pause(SECONDS)
    const cost = { cpuMs: cpuMs(exchange.pid) - before.cpuMs, requests: running.requests() - before.requests }
    running.stop()
    // What is under way is answered.
    await pause(1)
    return cost
  } finally {
    await exchange.stop()
  }
}

/** Processor time a process has used, in milliseconds. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

function cost({ cpuMs, requests }) {
  const perMinute = (amount) => Math.round((amount * 60) / SECONDS)
  return `${perMinute(requests)} requests and ${perMinute(cpuMs)} ms of processor a minute`
}

function pause(seconds) {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}
