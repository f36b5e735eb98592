import { once } from 'node:events'
import { expect, test } from 'vitest'
import { RestClient } from '../test-support/rest-client.ts'
import { processOwner, type ServerProcess, startServerProcess } from '../test-support/server-process.ts'
import { askNoSecondPerson } from '../test-support/site-controls.mjs'
import { tempFolder } from '../test-support/temp-folder.ts'
import { type Attempt, diskFlows } from './disk-flows.ts'
import { type Fault, type FaultyDisk, faultyDisk } from './fault-injection.ts'
import { findInconsistencies } from './partial-writes.ts'
import { atScale, recordMetric } from './system-test.ts'

/** The faults to inject into each call. */
const faults: readonly Omit<Fault, 'nth'>[] = [
  { call: 'write', error: 'EIO' },
  { call: 'write', error: 'ENOSPC', onwards: true, torn: true },
  { call: 'open', error: 'EMFILE' },
  { call: 'unlink', error: 'EIO' },
  { call: ['rename', 'mkdir', 'link', 'truncate'], error: 'EROFS', onwards: true },
  { call: 'sync', error: 'EIO' },
]
/** The short form tries half of the faults per flow and skips points in between. */
const faultsOf = (flow: number) => faults.filter((_, at) => atScale((flow + at) % 2, 0) === 0)
const STEP = atScale(29, 1)
const SYNC_STEP = atScale(100, 1)
/** Error messages must not reveal internals: paths, SQL or stack traces. */
const internals = /sqlite|exchange\.|\/|select |insert |\bat \w+ \(/i

const site = (dataDir: string, disk: FaultyDisk) =>
  startServerProcess(dataDir, { ...disk.env, LIMITS: 'off', LOG_LEVEL: 'warn' })

test.runIf(process.platform === 'linux')(
  'a failing disk call never leads to an acknowledgement of unsaved data',
  async () => {
    using data = tempFolder()
    using tools = tempFolder()
    using disk = faultyDisk(tools.path, data.path)
    let server = await site(data.path, disk)
    const [customer, owner] = [new RestClient(() => server.url), new RestClient(() => server.url)]
    await customer.signUp('seller@mail.example')
    await owner.call('POST', '/api/admin/login', processOwner)
    await askNoSecondPerson(server.url, processOwner)
    const [bad, kept]: [string[], Attempt[]] = [[], []]
    const seen = new Set<string>()
    let points = 0

    for (const [at, flow] of diskFlows(() => server.url, customer, owner).entries())
      for (const fault of faultsOf(at))
        for (let nth = 1, isDone = false; !isDone; nth += fault.call === 'sync' ? SYNC_STEP : STEP) {
          const where = `${flow.name}: ${[fault.call]} ${nth} ${fault.error}`
          const attempt = await flow.attempt()
          disk.arm({ ...fault, nth })
          const answer = await attempt.run().catch(() => undefined)
          const wrong = answer && (await wrongAnswer(answer, fault))
          isDone = disk.heal().failed === 0
          if (isDone) {
            if (!answer?.ok) bad.push(`${where}: refused, and nothing had failed`)
            await attempt.assertThere().catch((error) => bad.push(`${where}: ${error}`))
            break
          }
          points++
          if (wrong) bad.push(`${where}: ${wrong}`)
          if (await hasStopped(server, customer)) {
            if (fault.call !== 'sync' || server.child.exitCode !== 70)
              bad.push(`${where}: stopped with ${server.child.exitCode}\n${server.output().slice(-2_000)}`)
            server = await site(data.path, disk)
          } else if (fault.call === 'sync' && !answer?.ok) bad.push(`${where}: went on after a failed sync`)
          // Repeating a refused action must store it exactly once.
          if (!answer?.ok) await attempt.run()
          await attempt.assertThere().catch((error) => bad.push(`${where}: ${error}`))
          for (const state of findInconsistencies(data.path).filter((each) => !seen.has(each))) {
            seen.add(state)
            bad.push(`${where}: ${state}`)
          }
          if (answer?.ok) kept.push(attempt)
        }

    await server.end('SIGKILL')
    server = await site(data.path, disk)
    for (const attempt of kept) await attempt.assertThere().catch((error) => bad.push(`after a restart: ${error}`))
    recordMetric({
      claim: 'Failing the Nth call to the disk for N = 1, 2, 3 until none fails',
      figure: `${points} points, ${bad.length} bad states`,
      goal: 'at least 300, 0',
      isMet: points >= 300 && bad.length === 0,
    })
    expect(bad).toEqual([])
    expect(points).toBeGreaterThanOrEqual(atScale(20, 300))
    expect(await server.end('SIGTERM')).toBe(0)
  },
)

/** What is wrong with the response to a call whose data was or was not stored. */
async function wrongAnswer(answer: Response, { error }: Pick<Fault, 'error'>): Promise<string | undefined> {
  if (answer.ok) return undefined
  // A response that was cut off cannot be checked.
  const text = await answer.text().catch(() => undefined)
  if (text === undefined) return undefined
  const { message = '' } = JSON.parse(text).error ?? JSON.parse(text)
  if (answer.status < 500 || message === '' || internals.test(message)) return `${answer.status} ${text}`
  return error === 'ENOSPC' && answer.status !== 507 ? `full, but ${answer.status} ${text}` : undefined
}

/** Whether the server has exited or is about to: it rejects every call then. */
async function hasStopped({ child }: ServerProcess, customer: RestClient): Promise<boolean> {
  const isAlive = await customer.call('GET', '/api/user/transactions').then(
    () => true,
    () => false,
  )
  if (!isAlive && child.exitCode === null) await once(child, 'exit')
  return !isAlive
}
