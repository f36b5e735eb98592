import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { systemReasons } from '#shared/system-reasons.ts'
import { aPhoto, submitFields } from '../../testing/test-support/factories.ts'
import { multipartForm, RestClient } from '../../testing/test-support/rest-client.ts'
import { processOwner, type ServerProcess, startServerProcess } from '../../testing/test-support/server-process.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'

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

test('a request and an offer end in time, once, through kills of the server', async () => {
  using folder = tempFolder()
  let server: ServerProcess = await startServerProcess(folder.path)
  const [owner, dana] = [new RestClient(() => server.url), new RestClient(() => server.url)]
  await owner.call('POST', '/api/admin/login', processOwner)
  await dana.signUp('dana@mail.example')
  const [asked, offered] = [await submit(dana), await submit(dana)]
  await owner.call('POST', `/api/admin/submissions/${asked}/request`, { version: 1, wants: ['code'] })
  withDatabase(folder.path, (db) =>
    db
      .prepare(
        `insert into balance_checks (id, submission_id, checked_by, checked_at, how, outcome, balance_cents, order_version)
          select 'a-check', ?, id, '2026-11-20T12:00:00.000Z', 'website', 'lower', 6240, 1 from users where role = 'owner'`,
      )
      .run(offered),
  )
  await owner.call('POST', `/api/admin/submissions/${offered}/offer`, { version: 1, checkId: 'a-check' })
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
