import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { benchOwner, startExchange } from './processes.mjs'
import { signUp, submissionBody, submissionHead } from './submit.mjs'

const ORDERS_PER_CUSTOMER = 4
/** Written before the first reading, so that pages and indexes have their usual shape. */
const WARM_UP_CUSTOMERS = 50
const CUSTOMERS = 100
const MAIL_POLL_MS = 500

/**
 * Rows and bytes that an order adds on SQLite and in the folder of files: its part of an account, two photos, one
 * revealed field, one decision, and its e-mails after they were sent.
 */
export async function benchOrderSize() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  const exchange = await startExchange({ DATA_DIR: dataDir })
  try {
    const staff = await signInOwner(exchange.url)
    await order(exchange.url, staff, 0, WARM_UP_CUSTOMERS)
    const before = await sizesOf(dataDir)
    await order(exchange.url, staff, WARM_UP_CUSTOMERS, CUSTOMERS)
    const after = await sizesOf(dataDir)
    const orders = CUSTOMERS * ORDERS_PER_CUSTOMER
    const perOrder = (of) => (of(after) - of(before)) / orders
    const tables = Object.keys(after.rows)
      .map((table) => ({ table, rows: perOrder(({ rows }) => rows[table]) }))
      .filter(({ rows }) => rows > 0)
    const places = Object.keys(after.bytes)
      .map((name) => ({ name, bytes: perOrder(({ bytes }) => bytes[name] ?? 0) }))
      .sort((one, other) => other.bytes - one.bytes)
    return [
      { what: 'rows of an order', figure: tables.reduce((sum, { rows }) => sum + rows, 0).toFixed(1) },
      ...tables.map(({ table, rows }) => ({ what: `  ${table}`, figure: rows.toFixed(2) })),
      { what: 'bytes of the database', figure: Math.round(places.reduce((sum, { bytes }) => sum + bytes, 0)) },
      ...places.slice(0, 8).map(({ name, bytes }) => ({ what: `  ${name}`, figure: Math.round(bytes) })),
      { what: 'stored files', figure: perOrder(({ files }) => files).toFixed(1) },
      { what: 'bytes of files', figure: Math.round(perOrder(({ fileBytes }) => fileBytes)) },
    ]
  } finally {
    await exchange.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
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

/** Rows of each table, bytes of each table and index, and files, when all e-mails are sent. */
async function sizesOf(dataDir) {
  const database = new SQLite(path.join(dataDir, 'exchange.sqlite'), { readonly: true })
  try {
    const waiting = database.prepare('select count(*) from mail_outbox where due_at is not null').pluck()
    while (waiting.get() > 0) await new Promise((resolve) => setTimeout(resolve, MAIL_POLL_MS))
    const names = database
      .prepare("select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' order by name")
      .pluck()
      .all()
    const rows = names.map((name) => [name, database.prepare(`select count(*) from "${name}"`).pluck().get()])
    const bytes = database.prepare('select name, sum(pgsize) from dbstat group by name').raw().all()
    const folder = path.join(dataDir, 'files')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return {
      rows: Object.fromEntries(rows),
      bytes: Object.fromEntries(bytes),
      files: files.length,
      fileBytes: files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0),
    }
  } finally {
    database.close()
  }
}
