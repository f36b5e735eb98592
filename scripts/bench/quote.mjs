import { compare } from './load.mjs'
import { noiseOf, ratioTo } from './noise.mjs'
import { startControl, startExchange } from './processes.mjs'

const BATCH = 10
const load = { rounds: 5, seconds: 3, connections: 50 }
const request = { method: 'POST', headers: { 'content-type': 'application/json' } }

/** Quotes per second over REST and tRPC, compared with bare routes with the same validation and response size. */
export async function benchQuote() {
  const [control, exchange] = [await startControl(), await startExchange()]
  // 200 different quotes in turn, like requests of different users.
  const quotes = ['apple', 'amazon', 'steam', 'target', 'nike'].flatMap((cardBrand) =>
    Array.from({ length: 40 }, (_, at) => ({ cardBrand, cardValue: 100 + at * 2.5 })),
  )
  const singles = quotes.map((quote) => ({ body: JSON.stringify(quote) }))
  const batches = quotes.map((_, at) => Array.from({ length: BATCH }, (_, of) => quotes[(at + of) % quotes.length]))
  try {
    const single = await compare(
      {
        control: { server: control, path: '/quote', ...request, requests: singles },
        rest: { server: exchange, path: '/api/quote', ...request, requests: singles },
        trpc: { server: exchange, path: '/trpc/exchange.quote', ...request, requests: singles },
      },
      load,
    )
    const procedures = Array.from({ length: BATCH }, () => 'exchange.quote').join(',')
    const batch = await compare(
      {
        control: {
          ...{ server: control, path: '/quotes', ...request },
          requests: batches.map((each) => ({ body: JSON.stringify(each) })),
        },
        trpc: {
          ...{ server: exchange, path: `/trpc/${procedures}?batch=1`, ...request },
          requests: batches.map((each) => ({ body: JSON.stringify({ ...each }) })),
        },
      },
      load,
    )
    return [
      row('control, bare Fastify with the same validation and an answer of the same size', single.control),
      row('POST /api/quote', single.rest),
      row('tRPC exchange.quote', single.trpc),
      row(`control, bare Fastify, batches of ${BATCH}`, quotesOf(batch.control)),
      row(`tRPC exchange.quote in batches of ${BATCH}`, quotesOf(batch.trpc)),
    ]
  } finally {
    await control.stop()
    await exchange.stop()
  }
}

/** Of requests for whole batches: quotes per second, and CPU time per quote. */
function quotesOf(rate) {
  return { ...rate, perSecond: rate.perSecond * BATCH, cpuUs: rate.cpuUs / BATCH }
}

/** A row of a subject of `compare`. */
export function row(what, { perSecond, cpuUs, ratio, cpuRatio, control, refused }) {
  const compared = ratio === undefined ? noiseOf(control) : ratioTo(control, ratio)
  const cpu = `${cpuUs.toFixed(cpuUs < 10 ? 1 : 0)} µs of CPU each`
  const cpuCompared = cpuRatio === undefined ? '' : `, ratio ${cpuRatio.toFixed(2)}`
  return { what, figure: `${Math.round(perSecond)} per second, ${compared}; ${cpu}${cpuCompared}${refused}` }
}
