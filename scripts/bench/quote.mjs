import { compare } from './load.mjs'
import { startControl, startExchange } from './processes.mjs'

/** Quotes per second over REST and tRPC, compared with a bare route with the same validation and response size. */
export async function benchQuote() {
  const [control, exchange] = [await startControl(), await startExchange()]
  const request = { method: 'POST', headers: { 'content-type': 'application/json' } }
  // 200 different quotes in turn, like requests of different users.
  const bodies = ['apple', 'amazon', 'steam', 'target', 'nike'].flatMap((cardBrand) =>
    Array.from({ length: 40 }, (_, at) => ({ body: JSON.stringify({ cardBrand, cardValue: 100 + at * 2.5 }) })),
  )
  try {
    const rates = await compare(
      {
        control: { url: `${control.url}/quote`, ...request, requests: bodies },
        rest: { url: `${exchange.url}/api/quote`, ...request, requests: bodies },
        trpc: { url: `${exchange.url}/trpc/exchange.quote`, ...request, requests: bodies },
      },
      { rounds: 5, seconds: 3, connections: 50 },
    )
    return [
      row('control, bare Fastify with the same validation and an answer of the same size', rates.control),
      row('POST /api/quote', rates.rest, 'at least 0.8'),
      row('tRPC exchange.quote', rates.trpc),
    ]
  } finally {
    await control.stop()
    await exchange.stop()
  }
}

export function row(what, { perSecond, ratio }, goal) {
  return { what, figure: `${Math.round(perSecond)} per second, ratio ${ratio.toFixed(2)}`, goal }
}
