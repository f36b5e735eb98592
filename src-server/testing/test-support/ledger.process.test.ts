import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { runCommand } from './command-run.ts'
import { startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

/** The program behind `npm run ledger`. Needs `npm run build`. */
const ledger = (folder: string, ...args: string[]) => runCommand('ledger', folder, args)

test('verifies the ledger while the server runs, and names the transfer that was changed', async () => {
  using folder = tempFolder()
  expect(await ledger(folder.path, 'verify')).toMatchObject({
    code: 66,
    output: expect.stringContaining('no database'),
  })
  const server = await startServerProcess(folder.path)
  expect(await ledger(folder.path, 'verify')).toMatchObject({ code: 0, output: '0 transfers\nOK\n' })
  const nothing = 'There was nothing to mend.\n0 transfers\nOK\n'
  expect(await ledger(folder.path, 'mend')).toMatchObject({ code: 0, output: nothing })
  const sqlite = new SQLite(path.join(folder.path, 'exchange.sqlite'))
  sqlite.exec(`insert into ledger_transfers (sequence, at, kind, debit, credit, amount_cents, currency, key)
    values (1, '2026-11-20T12:00:00.000Z', 'write-off', 'losses', 'cash:unassigned', 500, 'USD', 'write-off')`)
  expect(await ledger(folder.path, 'verify')).toMatchObject({
    code: 0,
    output: '1 transfers\ncash:unassigned -$5.00\nlosses $5.00\nOK\n',
  })
  sqlite.exec('drop trigger ledger_transfers_no_update; update ledger_transfers set sequence = 2')
  sqlite.close()
  expect(await ledger(folder.path, 'verify')).toMatchObject({
    code: 65,
    output: expect.stringContaining('Transfer 1 is missing: after 0 comes 2.'),
  })
  expect(await ledger(folder.path, 'check')).toMatchObject({ code: 64, output: expect.stringContaining('Usage') })
  await server.end('SIGKILL')
})
