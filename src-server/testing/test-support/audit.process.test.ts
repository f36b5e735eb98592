import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { runCommand } from './command-run.ts'
import { RestClient } from './rest-client.ts'
import { processOwner, startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

/** The program behind `npm run audit-log:verify`. Needs `npm run build`. */
const audit = (folder: string, ...args: string[]) => runCommand('audit-log', folder, args)

test('verifies the log while the server runs, prints count and head, and fails on a tampered log', async () => {
  using folder = tempFolder()
  expect(await audit(folder.path, 'verify')).toMatchObject({
    code: 66,
    output: expect.stringContaining('no database'),
  })
  const server = await startServerProcess(folder.path)
  const staff = new RestClient(() => server.url)
  for (let time = 0; time < 3; time++) await staff.call('POST', '/api/admin/login', processOwner)
  const whole = await audit(folder.path, 'verify')
  expect(whole).toMatchObject({ code: 0, output: expect.stringMatching(/^3 entries, head \S+\nOK\n$/) })
  const [, head = ''] = /head (\S+)/.exec(whole.output) ?? []
  await staff.call('POST', '/api/admin/login', processOwner)
  expect(await audit(folder.path, 'verify', '--expect', head)).toMatchObject({ code: 0 })
  await server.end('SIGTERM')

  const sqlite = new SQLite(path.join(folder.path, 'exchange.sqlite'))
  sqlite.exec('drop trigger audit_log_no_delete; delete from audit_log where sequence > 2')
  expect(await audit(folder.path, 'verify')).toMatchObject({ code: 0 })
  expect(await audit(folder.path, 'verify', '--expect', head)).toMatchObject({ code: 1 })
  sqlite.exec("drop trigger audit_log_no_update; update audit_log set ip = '10.0.0.1' where sequence = 1")
  sqlite.close()
  const broken = await audit(folder.path, 'verify')
  expect(broken).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^0 entries[\s\S]*Entry 1 .*is not what was written/),
  })
  expect(await audit(folder.path, 'check')).toMatchObject({ code: 64, output: expect.stringContaining('Usage') })
})
