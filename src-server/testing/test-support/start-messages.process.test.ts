import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { type StartupError, startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

/** What the built server prints at a start, beside its log. */

const env = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '', LIMITS: 'on' }
const printedBy = (output: string) => output.split('\n').filter((line) => line !== '' && !line.startsWith('{'))

test('a first start says how to sign in to the staff area and to get example data; a later one its address', async () => {
  using folder = tempFolder()
  const first = await startServerProcess(folder.path, env)
  await first.end('SIGTERM')
  const address = first.url.replace('127.0.0.1', 'localhost')
  expect(printedBy(first.output())).toEqual([
    `Gift Card Exchange is open on ${address}`,
    expect.stringMatching(/^Owner of the staff area: admin, password: \S+ \(shown this once\)$/),
    `Staff area: ${address}/admin`,
    'Example data, in another terminal: npm run db:seed',
  ])
  const second = await startServerProcess(folder.path, env)
  await second.end('SIGTERM')
  expect(printedBy(second.output())).toEqual([expect.stringMatching(/^Gift Card Exchange is open on http:\S+$/)])
})

test.each(['PORT', 'METRICS_PORT'])(
  'a start whose %s is in use names the port and how to choose another',
  async (name) => {
    using folder = tempFolder()
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const refused: StartupError = await startServerProcess(folder.path, { ...env, [name]: String(port) }).then(
      () => expect.unreachable(),
      (error) => error,
    )
    taken.close()
    expect(refused.exitCode).toBe(78)
    expect(printedBy(refused.message)).toEqual([
      'The server did not start:',
      'Gift Card Exchange cannot start.',
      `Port ${port} is in use. Choose another one: ${name}=${port + 1} npm start`,
    ])
  },
)
