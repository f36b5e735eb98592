import { median, refusedIn } from './load.mjs'
import { noiseOf, ratioTo } from './noise.mjs'
import { startControl, startExchange } from './processes.mjs'
import { sized } from './size.mjs'
import { traceAnalyticsTab, watchVisitors } from './staff-screen.mjs'
import { cpuMs } from './usage.mjs'
import { startVisitors } from './visitor-load.mjs'

const VISITORS = sized(5_000, 100)
const ROUNDS = sized(3, 1)
const WARM_UP_MS = sized(3_000, 0)
const ROUND_MS = sized(8_000, 1_500)
const TRACE_MS = sized(8_000, 2_500)

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** CPU cost of 5,000 visitors with a page view per second, compared with a bare Fastify route, and the staff view. */
export async function benchVisitors() {
  const [control, exchange] = [await startControl(), await startExchange({ TRUST_PROXY: '127.0.0.1' })]
  try {
    const [bare, unwatched, watched] = [[], [], []]
    let pushes = []
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await measure(control))
      unwatched.push(await measure(exchange))
      const watch = await watchVisitors(exchange.url)
      watched.push(await measure(exchange))
      pushes = watch.pushes
      watch.stop()
    }
    const load = await startVisitors(exchange.url, VISITORS)
    const screen = await traceAnalyticsTab(exchange.url, TRACE_MS)
    load.stop()
    const gaps = pushes.slice(1).map(({ at }, index) => at - pushes[index].at)
    return [
      row('control, bare Fastify with the same validation and answer', bare),
      row('without watchers', unwatched, bare, 'under 25% of a core'),
      row('staff watch', watched, bare, 'under 25% of a core'),
      {
        what: 'pushes to staff, median apart',
        figure: `${Math.round(median(gaps))} ms, ${median(pushes.map(({ bytes }) => bytes))} bytes each`,
        goal: 'at most one a second',
      },
      {
        what: 'longest task of the tab while pushed to',
        figure: `${screen.longestMs.toFixed(1)} ms (${screen.longestCpuMs.toFixed(1)} ms of processor) of ${screen.tasks} tasks`,
        goal: 'no frame over 50 ms',
      },
    ]
  } finally {
    await control.stop()
    await exchange.stop()
  }
}

/** One round: the server's share of one core, and page views per second. */
async function measure({ url, pid }) {
  const load = await startVisitors(url, VISITORS)
  try {
    await sleep(WARM_UP_MS)
    const before = { cpuMs: cpuMs(pid), answered: load.answered, at: performance.now() }
    await sleep(ROUND_MS)
    const seconds = (performance.now() - before.at) / 1_000
    return {
      core: (cpuMs(pid) - before.cpuMs) / 1_000 / seconds,
      perSecond: (load.answered - before.answered) / seconds,
      waiting: load.sent - load.answered - load.refused,
      refused: load.refused,
    }
  } finally {
    load.stop()
  }
}

function row(what, rounds, control, goal) {
  const cores = (of) => of.map((each) => each.core)
  const core = (of) => median(cores(of))
  const compared = control ? ratioTo(cores(control), core(rounds) / core(control)) : noiseOf(cores(rounds))
  const perSecond = Math.round(median(rounds.map((each) => each.perSecond)))
  const waiting = Math.max(...rounds.map((each) => each.waiting))
  const figure = `${(core(rounds) * 100).toFixed(1)}% of a core at ${perSecond} per second, ${compared}, at most ${waiting} unanswered${refusedIn(rounds)}`
  return { what: `${VISITORS.toLocaleString('en-US')} visitors, ${what}`, figure, goal }
}
