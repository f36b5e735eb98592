import autocannon from 'autocannon'
import { isSmallest } from './size.mjs'
import { cpuMs, cpuMsByThread } from './usage.mjs'

const WARM_UP_SECONDS = 2

/**
 * One round against `path` of `server`, of `amount` requests if given, else of `seconds`: requests per second, and CPU
 * time of the server per answered request in µs, with its processes and by groups of its threads, and the number of refused requests:
 * responses other than 2xx, and errors. The ms of each 2xx response are added to `times`, if given.
 * @throws Error when no request is answered
 */
async function round({ server, path, seconds, amount, connections, times, ...request }) {
  const url = server.url + path
  const [used, usedBy] = [cpuMs(server.pid), cpuMsByThread(server.pid)]
  const running = autocannon({ url, ...(amount ? { amount } : { duration: seconds }), connections, ...request })
  if (times) running.on('response', (_client, status, _bytes, ms) => isAnswer(status) && times.push(ms))
  const whole = amount ? wholeMs(running) : undefined
  const result = await running
  const answered = result['2xx']
  if (answered === 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors, no answer`)
  const each = (from, to) => ((to - from) * 1000) / answered
  const threads = Object.entries(cpuMsByThread(server.pid)).map(([name, ms]) => [name, each(usedBy[name], ms)])
  return {
    perSecond: whole ? (answered * 1000) / whole() : answered / result.duration,
    cpuUs: each(used, cpuMs(server.pid)),
    threadUs: Object.fromEntries(threads),
    refused: result.non2xx + result.errors,
  }
}

const isAnswer = (status) => status >= 200 && status < 300

/** ', 3 refused' to print beside the figure of these rounds; '' without any. */
export function refusedIn(rounds) {
  const refused = rounds.reduce((sum, each) => sum + each.refused, 0)
  return refused === 0 ? '' : `, ${refused} refused`
}

/** The ms from now to the last response: autocannon ends a number of requests, and its duration, at a whole second. */
function wholeMs(running) {
  const start = performance.now()
  let last = start
  running.on('response', () => {
    last = performance.now()
  })
  return () => last - start
}

/**
 * The interleaved rounds of several subjects, by name, after a warm-up of each, whose times are not recorded. The
 * smallest size has one round with a request of each connection: on a busy machine, no time is enough for an answer.
 */
export async function measure(subjects, { connections, ...usual }, isSmall = isSmallest) {
  const { rounds, ...length } = isSmall ? { rounds: 1, amount: connections } : usual
  const names = Object.keys(subjects)
  for (const name of isSmall ? [] : names)
    await round({ ...subjects[name], times: undefined, seconds: WARM_UP_SECONDS, connections })
  const measured = Object.fromEntries(names.map((name) => [name, []]))
  for (let count = 0; count < rounds; count++)
    for (const name of count % 2 === 0 ? names : names.toReversed())
      measured[name].push(await round({ ...length, ...subjects[name], connections }))
  return measured
}

/**
 * Measures several subjects in interleaved rounds. Returns each subject's median requests per second and CPU time,
 * their ratios to the subject named 'control', the rates of that in each round, and what was refused. CPU time varies
 * less than the rate while other programs use the machine.
 */
export async function compare(subjects, load) {
  const measured = await measure(subjects, load)
  const control = measured.control.map(({ perSecond }) => perSecond)
  const medians = (name) => ({
    perSecond: median(measured[name].map(({ perSecond }) => perSecond)),
    cpuUs: median(measured[name].map(({ cpuUs }) => cpuUs)),
    refused: refusedIn(measured[name]),
  })
  const controlCpuUs = medians('control').cpuUs
  return Object.fromEntries(
    Object.keys(subjects).map((name) => {
      const { perSecond, cpuUs, refused } = medians(name)
      const ratios = { ratio: perSecond / median(control), cpuRatio: controlCpuUs / cpuUs }
      return [name, { perSecond, cpuUs, refused, control, ...(name !== 'control' && ratios) }]
    }),
  )
}

export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
