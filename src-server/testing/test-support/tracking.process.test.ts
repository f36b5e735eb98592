import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { aPhoto, submitFields } from './factories.ts'
import { multipartForm, RestClient } from './rest-client.ts'
import { startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

/** Runs SQL on the database of a server that was killed; returns the rows. */
function onDatabase(folder: string, sql: string): unknown[] {
  const sqlite = new SQLite(path.join(folder, 'exchange.sqlite'))
  try {
    const statement = sqlite.prepare(sql)
    return statement.reader ? statement.all() : [statement.run()]
  } finally {
    sqlite.close()
  }
}

test('an order that became due after kill -9 is marked and mailed once at the next start', async () => {
  using folder = tempFolder()
  let server = await startServerProcess(folder.path)
  const dana = new RestClient(() => server.url)
  await dana.signUp('dana@mail.example')
  const form = multipartForm(submitFields(), [{ name: 'front.png', bytes: aPhoto() }])
  const { submissionId } = await dana.call<{ submissionId: string }>('POST', '/api/submit', form)
  const tracking = async () =>
    (await dana.call<TransactionDetail>('GET', `/api/user/transactions/${submissionId}`)).tracking
  expect(await tracking()).toMatchObject({ place: 1, basis: 'promise' })
  await server.end('SIGKILL')

  const dueAt = new Date(Date.now() - 1000).toISOString()
  onDatabase(folder.path, `update submissions set due_at = '${dueAt}' where id = '${submissionId}'`)
  for (let start = 0; start < 2; start++) {
    server = await startServerProcess(folder.path)
    await vi.waitFor(async () => expect(await tracking()).toMatchObject({ overdueSince: dueAt }), 10_000)
    await server.end('SIGKILL')
    const mails = onDatabase(folder.path, "select id from mail_outbox where kind = 'order-late'")
    expect(mails).toHaveLength(1)
  }
})
