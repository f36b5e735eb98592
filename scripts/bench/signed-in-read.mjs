import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { compare } from './load.mjs'
import { startControl, startExchange } from './processes.mjs'
import { row } from './quote.mjs'
import { sized } from './size.mjs'
import { signUp, submissionBody, submissionHead } from './submit.mjs'

const ORDERS = sized(20, 2)
const json = { headers: { 'content-type': 'application/json' } }

/** A customer's list of orders over tRPC, compared with a bare route with the same queries of the same database. */
export async function benchSignedInRead() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  const exchange = await startExchange({ DATA_DIR: folder })
  const control = await startControl({ READS_OF: path.join(folder, 'exchange.sqlite') })
  try {
    const cookie = await signUp(exchange.url)
    for (let at = 0; at < ORDERS; at++) await submit(exchange.url, cookie, at)
    const subjects = {
      control: { server: control, path: '/transactions', headers: { cookie } },
      trpc: { server: exchange, path: '/trpc/transactions.list', headers: { cookie } },
    }
    const ours = await read(subjects.trpc)
    await fetch(`${control.url}/transactions`, { ...json, method: 'PUT', body: JSON.stringify(ours) })
    const bare = await read(subjects.control)
    if (bare.length !== ORDERS || !isDeepStrictEqual(bare, ours)) throw new Error('The control answers something else.')
    const rates = await compare(subjects, { rounds: 5, seconds: 3, connections: 50 })
    return [
      row(`control, bare Fastify with the same queries, ${ORDERS} orders`, rates.control),
      row('tRPC transactions.list', rates.trpc),
    ]
  } finally {
    await control.stop()
    await exchange.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function submit(url, cookie, at) {
  const body = await submissionBody({ cardNumber: `BENCH${at}X12345678` })
  const response = await fetch(`${url}/api/submit`, { method: 'POST', headers: { ...submissionHead, cookie }, body })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

async function read(subject) {
  const { result } = await (await fetch(subject.server.url + subject.path, subject)).json()
  return result.data
}
