import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { runCommand } from './command-run.ts'
import { RestClient } from './rest-client.ts'
import { startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

/** The program behind `npm run figures`. Needs `npm run build`. */
const figures = (folder: string, ...args: string[]) => runCommand('figures', folder, args)

test('rebuilds the figures while the server runs, and says what differed', async () => {
  using folder = tempFolder()
  const server = await startServerProcess(folder.path)
  expect(await figures(folder.path, 'rebuild')).toMatchObject({ code: 0, output: '0 rows\nOK\n' })
  const sqlite = new SQLite(path.join(folder.path, 'exchange.sqlite'))
  const zeros = Array(9).fill(0).join(', ')
  sqlite.exec(`insert into monthly_figures values ('brand', '2026-11', 'apple', 1, ${zeros})`)
  sqlite.close()
  expect(await figures(folder.path, 'rebuild')).toMatchObject({
    code: 65,
    output:
      '0 rows\nbrand 2026-11 apple bought_count: 1, but the ledger says 0\n1 figures were wrong. They are corrected.\n',
  })
  expect(await figures(folder.path, 'rebuild')).toMatchObject({ code: 0 })
  expect(await figures(folder.path, 'verify')).toMatchObject({ code: 0, output: '0 decisions, 0 payouts\nOK\n' })
  expect(await figures(folder.path, 'other')).toMatchObject({ code: 64, output: expect.stringContaining('Usage') })
  await server.end('SIGKILL')
})

test('verify names a public figure that differs from the rows, and exits with 65', async () => {
  using folder = tempFolder()
  const server = await startServerProcess(folder.path)
  await new RestClient(() => server.url).signUp('dana@mail.example')
  await server.end('SIGKILL')
  const sqlite = new SQLite(path.join(folder.path, 'exchange.sqlite'))
  // A time of the wrong type: the query of the page does not find it, the recount of the rows does.
  const { changes } = sqlite.prepare("update submissions set due_at = cast('2026-01-01T00:00:00.000Z' as blob)").run()
  sqlite.close()
  expect(changes).toBe(1)
  expect(await figures(folder.path, 'verify')).toMatchObject({
    code: 65,
    output: 'overdueNow: 0, but the rows say 1\n1 public figures are wrong.\n',
  })
})
