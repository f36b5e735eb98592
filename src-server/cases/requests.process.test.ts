import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { RateList } from '#shared/catalogue-schema.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { neededConfirmation } from '#shared/unusual-rates.ts'
import { aPhoto, submitFields } from '../testing/test-support/factories.ts'
import { multipartForm, RestClient } from '../testing/test-support/rest-client.ts'
import { processOwner, type ServerProcess, startServerProcess } from '../testing/test-support/server-process.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'

type Order = { status: string; statusReason: string | null; history: unknown[] }

const LEFT_MS = 2_000

/** Changes the database of a server that does not run, or reads it. */
function withDatabase<Result>(folder: string, work: (db: SQLite.Database) => Result): Result {
  const db = new SQLite(path.join(folder, 'exchange.sqlite'))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

async function submit(dana: RestClient): Promise<string> {
  const form = multipartForm(submitFields(), [{ name: 'front.png', bytes: aPhoto() }])
  return (await dana.call<{ submissionId: string }>('POST', '/api/submit', form)).submissionId
}

/** Finds $62.40 on the card of a new order, and offers its seller a price for it. */
async function offer(owner: RestClient, id: string): Promise<void> {
  const found = { outcome: 'lower', how: 'website', balance: 62.4 }
  const check = await owner.call<{ id: string }>('POST', `/api/admin/submissions/${id}/checks`, found)
  await owner.call('POST', `/api/admin/submissions/${id}/offer`, { version: 1, checkId: check.id })
}

/** Publishes one rate for every Apple card. */
async function publishApple(owner: RestClient, rateBps: number): Promise<void> {
  const { newest, brands } = await owner.call<RateList>('GET', '/api/admin/rates')
  const edits = brands
    .filter(({ slug }) => slug === 'apple')
    .map((before) => ({
      before,
      after: { ...before, bands: [{ fromCents: before.minCents, toCents: before.maxCents, rateBps }] },
    }))
  const confirm = neededConfirmation(edits)?.confirm
  const changes = edits.map(({ after }) => after)
  await owner.call('POST', '/api/admin/rates', { base: newest.version, changes, note: 'A test', confirm })
}

test('a request and an offer end in time, once, through kills of the server', async () => {
  using folder = tempFolder()
  let server: ServerProcess = await startServerProcess(folder.path)
  const [owner, dana] = [new RestClient(() => server.url), new RestClient(() => server.url)]
  await owner.call('POST', '/api/admin/login', processOwner)
  await dana.signUp('dana@mail.example')
  const [asked, offered] = [await submit(dana), await submit(dana)]
  await owner.call('POST', `/api/admin/submissions/${asked}/request`, { version: 1, wants: ['code'] })
  await offer(owner, offered)
  await server.end('SIGKILL')

  // The rest of the term passes while no server runs, but for a moment.
  const dueAt = new Date(Date.now() + LEFT_MS).toISOString()
  withDatabase(folder.path, (db) => db.prepare('update information_requests set due_at = ?').run(dueAt))
  server = await startServerProcess(folder.path)
  const orderOf = (id: string) => dana.call<Order>('GET', `/api/user/transactions/${id}`)
  const ends = async () => [await orderOf(asked), await orderOf(offered)].map(({ statusReason }) => statusReason)
  await expect
    .poll(ends, { timeout: LEFT_MS + 5_000 })
    .toEqual([systemReasons['not-answered'], systemReasons['offer-expired']])
  await server.end('SIGKILL')

  server = await startServerProcess(folder.path)
  for (const id of [asked, offered]) {
    const { status, history } = await orderOf(id)
    expect([status, history.length]).toEqual(['rejected', 3])
    const reveal = await owner.send('POST', `/api/admin/submissions/${id}/reveal`, { field: 'securityCode' })
    expect(reveal.status).toBe(404)
  }
  await server.end('SIGKILL')
  withDatabase(folder.path, (db) => {
    const mails = db.prepare(`select kind from mail_outbox where kind like '%-closed' order by kind`).all()
    expect(mails).toEqual([{ kind: 'offer-closed' }, { kind: 'request-closed' }])
    const erased = db.prepare('select card_number_encrypted, security_code_encrypted from submissions where id = ?')
    expect(erased.get(offered)).toEqual({ card_number_encrypted: null, security_code_encrypted: null })
    expect(db.prepare('select count(*) as files from files where submission_id = ?').get(offered)).toEqual({ files: 0 })
  })
})

test('an offer keeps its price after a change of the rate and a kill of the server', async () => {
  using folder = tempFolder()
  let server: ServerProcess = await startServerProcess(folder.path)
  const [owner, dana] = [new RestClient(() => server.url), new RestClient(() => server.url)]
  await owner.call('POST', '/api/admin/login', processOwner)
  await dana.signUp('dana@mail.example')
  const id = await submit(dana)
  await offer(owner, id)
  await publishApple(owner, 5000)
  await server.end('SIGKILL')

  server = await startServerProcess(folder.path)
  const card = { cardBrand: 'apple', cardValue: 100 }
  expect(await dana.call('POST', '/api/quote', card)).toMatchObject({ payoutAmount: 50 })
  const { request } = await dana.call<{ request: { id: string } }>('GET', `/api/user/transactions/${id}`)
  const price = { cardValue: 62.4, exchangeRate: 0.92, payoutAmount: 57.41 }
  expect(request).toMatchObject({ offer: price })
  const accept = { payoutAmount: price.payoutAmount }
  expect(await dana.call('POST', `/api/user/requests/${request.id}/accept`, accept)).toMatchObject(price)
  await owner.call('POST', `/api/admin/submissions/${id}/approve`, { version: 3 })
  expect(await dana.call('GET', `/api/user/transactions/${id}`)).toMatchObject({ payout: { amount: 57.41 } })
  await server.end('SIGKILL')
})
