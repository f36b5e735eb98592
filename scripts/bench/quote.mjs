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
        control: { url: `${control.url}/quote`, ...request, requests: singles },
        rest: { url: `${exchange.url}/api/quote`, ...request, requests: singles },
        trpc: { url: `${exchange.url}/trpc/exchange.quote`, ...request, requests: singles },
      },
      load,
    )
    const procedures = Array.from({ length: BATCH }, () => 'exchange.quote').join(',')
    const batch = await compare(
      {
        control: {
          ...{ url: `${control.url}/quotes`, ...request },
          requests: batches.map((each) => ({ body: JSON.stringify(each) })),
        },
        trpc: {
          ...{ url: `${exchange.url}/trpc/${procedures}?batch=1`, ...request },
          requests: batches.map((each) => ({ body: JSON.stringify({ ...each }) })),
        },
      },
      load,
    )
    return [
      row('control, bare Fastify with the same validation and an answer of the same size', single.control),
      row('POST /api/quote', single.rest, 'at least 0.9'),
      row('tRPC exchange.quote', single.trpc, 'at least 0.75'),
      row(`control, bare Fastify, batches of ${BATCH}`, quotesOf(batch.control)),
      row(`tRPC exchange.quote in batches of ${BATCH}`, quotesOf(batch.trpc), 'at least 0.75'),
    ]
  } finally {
    await control.stop()
    await exchange.stop()
  }
}

/** Quotes per second of requests for whole batches. */
function quotesOf(rate) {
  return { ...rate, perSecond: rate.perSecond * BATCH }
}

/** A row of a subject of `compare`. */
export function row(what, { perSecond, ratio, control }, goal) {
  const compared = ratio === undefined ? noiseOf(control) : ratioTo(control, ratio)
  return { what, figure: `${Math.round(perSecond)} per second, ${compared}`, goal }
}
