import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startBenchEngines } from './bench-engines.mjs'
import { sizesOnPostgres, sizesOnSqlite } from './database-sizes.mjs'
import { benchOwner, startExchange } from './processes.mjs'
import { sized } from './size.mjs'
import { signUp, submissionBody, submissionHead } from './submit.mjs'

const ORDERS_PER_CUSTOMER = sized(4, 1)
/** Written before the first reading, so that pages and indexes have their usual shape. */
const WARM_UP_CUSTOMERS = sized(50, 1)
const CUSTOMERS = sized(100, 1)
const ORDERS = CUSTOMERS * ORDERS_PER_CUSTOMER
const LARGEST = 8

/**
 * Rows and bytes that an order adds on both engines and in the folder of files: its part of an account, two photos, one
 * revealed field, one decision, and its e-mails after they were sent.
 */
export async function benchOrderSize() {
  return [...(await onSqlite()), ...(await onPostgres())]
}

async function onSqlite() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  try {
    const { before, after } = await measure({ DATA_DIR: dataDir }, () => sizesOnSqlite(dataDir))
    const tables = perOrder(before.rows, after.rows)
    return [
      { what: 'rows of an order', figure: sum(tables).toFixed(1) },
      ...tables.map(([table, rows]) => ({ what: `  ${table}`, figure: rows.toFixed(2) })),
      ...bytesRows('SQLite', before.bytes, after.bytes),
      { what: 'stored files', figure: ((after.files - before.files) / ORDERS).toFixed(1) },
      { what: 'bytes of files', figure: Math.round((after.fileBytes - before.fileBytes) / ORDERS) },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function onPostgres() {
  const { engines, siteSettings } = await startBenchEngines()
  try {
    const env = await siteSettings('order size')
    const { before, after } = await measure(env, () => sizesOnPostgres(env.DATABASE_URL))
    return [
      ...bytesRows('PostgreSQL', before.bytes, after.bytes),
      { what: 'bytes of the log of PostgreSQL', figure: Math.round((after.log - before.vacuumed) / ORDERS) },
      { what: 'transactions', figure: ((after.transactions - before.transactions) / ORDERS).toFixed(1) },
    ]
  } finally {
    await engines[Symbol.asyncDispose]()
  }
}

/** The sizes before and after the measured orders on a site with these settings. */
async function measure(env, sizes) {
  const exchange = await startExchange(env)
  try {
    const staff = await signInOwner(exchange.url)
    await order(exchange.url, staff, 0, WARM_UP_CUSTOMERS)
    const before = await sizes()
    await order(exchange.url, staff, WARM_UP_CUSTOMERS, CUSTOMERS)
    return { before, after: await sizes() }
  } finally {
    await exchange.stop()
  }
}

/** What an order adds to each name, the most first; nothing for names that it does not change. */
function perOrder(before, after) {
  return Object.keys(after)
    .map((name) => [name, (after[name] - (before[name] ?? 0)) / ORDERS])
    .filter(([, added]) => added > 0)
    .sort(([, one], [, other]) => other - one)
}

const sum = (entries) => entries.reduce((total, [, added]) => total + added, 0)

function bytesRows(engine, before, after) {
  const places = perOrder(before, after)
  return [
    { what: `bytes of the database, ${engine}`, figure: Math.round(sum(places)) },
    ...places.slice(0, LARGEST).map(([name, bytes]) => ({ what: `  ${name}`, figure: Math.round(bytes) })),
  ]
}

async function signInOwner(url) {
  const response = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(benchOwner),
  })
  return response.headers.getSetCookie()[0].split(';')[0]
}

/** Orders of `count` new customers, each reviewed and paid. */
async function order(url, staff, from, count) {
  for (let at = from; at < from + count; at++) {
    const cookie = await signUp(url, `bench${at}@mail.example`)
    for (let number = 0; number < ORDERS_PER_CUSTOMER; number++) {
      const body = await submissionBody({ cardNumber: `BENCH${at}X${number}X12345678` })
      const { submissionId } = await send(`${url}/api/submit`, 'POST', { ...submissionHead, cookie }, body)
      const headers = { 'content-type': 'application/json', cookie: staff }
      const revealed = JSON.stringify({ field: 'cardNumber' })
      await send(`${url}/api/admin/submissions/${submissionId}/reveal`, 'POST', headers, revealed)
      const decision = JSON.stringify({ status: 'completed', reason: 'Payment processed and sent.' })
      await send(`${url}/api/submissions/${submissionId}/status`, 'PATCH', headers, decision)
    }
  }
}

async function send(url, method, headers, body) {
  const response = await fetch(url, { method, headers, body })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}
