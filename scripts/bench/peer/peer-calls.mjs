// The calls that the servers have in common, with accounts and orders of each server.
import { sized } from '../size.mjs'
import { signUp, submissionBody, submissionHead } from '../submit.mjs'

const BATCH = 10
const ORDERS = sized(20, 2)
/** One customer may have 20 orders on their way at the same time. */
const CUSTOMERS = 5
/** A round of whole orders has their whole CPU time, however slow the disk is. */
const ORDERS_PER_ROUND = sized(200, 50)

const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
const quotes = ['apple', 'amazon', 'steam', 'target', 'nike'].flatMap((cardBrand) =>
  Array.from({ length: 40 }, (_, at) => ({ cardBrand, cardValue: 100 + at * 2.5 })),
)
export const quoteRequest = { ...json, body: JSON.stringify(quotes[0]) }
const single = { ...json, requests: quotes.map((quote) => ({ body: JSON.stringify(quote) })) }
const batches = quotes.map((_, at) => Array.from({ length: BATCH }, (_, of) => quotes[(at + of) % quotes.length]))
const batch = { ...json, requests: batches.map((each) => ({ body: JSON.stringify({ ...each }) })) }
const batchPath = `/trpc/${Array.from({ length: BATCH }, () => 'exchange.quote').join(',')}?batch=1`

/** The wanted calls; the servers that answer each are its subjects. The goals are those of ours beside the peer. */
export async function callsOf({ limit, ...servers }, isWanted) {
  const calls = [
    {
      name: 'quote',
      what: 'POST /api/quote',
      of: () => ({ path: '/api/quote', ...single }),
      goal: 'rate 1.1 of the peer',
    },
    {
      name: 'trpc',
      what: 'tRPC exchange.quote',
      of: () => ({ path: '/trpc/exchange.quote', ...single }),
      goal: 'rate 3',
    },
    {
      name: 'batch',
      what: `tRPC exchange.quote, batches of ${BATCH}`,
      of: () => ({ path: batchPath, ...batch }),
      goal: 'rate 5',
    },
    { name: 'list', what: `tRPC transactions.list, ${ORDERS} orders`, of: listCall, goal: 'rate 2' },
    {
      name: 'submit',
      what: 'POST /api/submit, two photos',
      of: submitCall,
      limit,
      goal: 'rate 1.0, CPU 1.0 of the peer',
    },
  ]
  const form = await submissionBody()
  return Promise.all(
    calls
      .filter(({ name }) => isWanted(name))
      .map(async ({ of, limit, ...call }) => {
        const answering = { ...(limit && { limit }), ...servers }
        const subjects = {}
        for (const [name, server] of Object.entries(answering))
          subjects[name] = { server, ...(await of(server, form, server === limit)) }
        return { ...call, subjects }
      }),
  )
}

async function listCall({ url }, form) {
  const cookie = await signUp(url, 'list@mail.example')
  const headers = { ...submissionHead, cookie }
  for (let at = 0; at < ORDERS; at++) {
    const response = await fetch(`${url}/api/submit`, { method: 'POST', headers, body: form })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  }
  return { path: '/trpc/transactions.list', headers: { cookie } }
}

/** The connections take turns to be one of the customers. */
async function submitCall({ url }, body, isAnonymous) {
  const cookies = []
  for (let at = 0; at < CUSTOMERS && !isAnonymous; at++) cookies.push(await signUp(url, `submit${at}@mail.example`))
  let clients = 0
  return {
    path: '/api/submit',
    method: 'POST',
    headers: submissionHead,
    body,
    amount: ORDERS_PER_ROUND,
    setupClient(client) {
      const cookie = cookies[clients++ % CUSTOMERS]
      if (cookie) client.setHeaders({ ...submissionHead, cookie })
    },
  }
}
