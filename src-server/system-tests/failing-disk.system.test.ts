import { once } from 'node:events'
import { expect, test } from 'vitest'
import { RestClient } from '../test-support/rest-client.ts'
import { processOwner, type ServerProcess, startServerProcess } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { type Attempt, diskFlows } from './disk-flows.ts'
import { type Fault, type FaultyDisk, faultyDisk } from './fault-injection.ts'
import { wrongsOf } from './partial-writes.ts'
import { atScale, recordMetric } from './system-test.ts'

/** A call that fails fails in one of these ways. */
const faults: readonly Omit<Fault, 'nth'>[] = [
  { call: 'write', error: 'EIO' },
  { call: 'write', error: 'ENOSPC', onwards: true, torn: true },
  { call: 'open', error: 'EMFILE' },
  { call: 'unlink', error: 'EIO' },
  { call: ['rename', 'mkdir', 'link', 'truncate'], error: 'EROFS', onwards: true },
  { call: 'sync', error: 'EIO' },
]
/** In the short form every flow has half of the faults, and some points are left out between two that are tried. */
const faultsOf = (flow: number) => faults.filter((_, at) => atScale((flow + at) % 2, 0) === 0)
const STEP = atScale(29, 1)
const SYNC_STEP = atScale(100, 1)
/** In `failures` nothing may be left of the machine: neither its paths, nor SQL, nor a stack. */
const innards = /sqlite|exchange\.|\/|select |insert |\bat \w+ \(/i

const site = (dataDir: string, disk: FaultyDisk) =>
  startServerProcess(dataDir, { ...disk.env, LIMITS: 'off', LOG_LEVEL: 'warn' })

test.runIf(process.platform === 'linux')(
  'whatever call of a disk fails: nothing is said to be stored that is not',
  async () => {
    using data = tempFolder()
    using tools = tempFolder()
    using disk = faultyDisk(tools.path, data.path)
    let server = await site(data.path, disk)
    const [customer, owner] = [new RestClient(() => server.url), new RestClient(() => server.url)]
    await customer.signUp('seller@mail.example')
    await owner.call('POST', '/api/admin/login', processOwner)
    const [bad, kept]: [string[], Attempt[]] = [[], []]
    const seen = new Set<string>()
    let points = 0

    for (const [at, flow] of diskFlows(() => server.url, customer, owner).entries())
      for (const fault of faultsOf(at))
        for (let nth = 1, isOverloaded = false; !isOverloaded; nth += fault.call === 'sync' ? SYNC_STEP : STEP) {
          const where = `${flow.name}: ${[fault.call]} ${nth} ${fault.error}`
          const attempt = await flow.attempt()
          disk.arm({ ...fault, nth })
          const answer = await attempt.run().catch(() => undefined)
          const wrong = answer && (await wrongAnswer(answer, fault))
          isOverloaded = disk.heal().failed === 0
          if (isOverloaded) {
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
          // Either way it is there in the end, once: what was refused is done by doing it again.
          if (!answer?.ok) await attempt.run()
          await attempt.assertThere().catch((error) => bad.push(`${where}: ${error}`))
          for (const state of wrongsOf(data.path).filter((each) => !seen.has(each))) {
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

/** What is wrong with the answer to a call that could not be stored, or was. */
async function wrongAnswer(answer: Response, { error }: Pick<Fault, 'error'>): Promise<string | undefined> {
  if (answer.ok) return undefined
  // One that is cut off is no answer.
  const text = await answer.text().catch(() => undefined)
  if (text === undefined) return undefined
  const { message = '' } = JSON.parse(text).error ?? JSON.parse(text)
  if (answer.status < 500 || message === '' || innards.test(message)) return `${answer.status} ${text}`
  return error === 'ENOSPC' && answer.status !== 507 ? `full, but ${answer.status} ${text}` : undefined
}

/** Whether the server is gone, or on its way: it asks nothing of its disk any more then. */
async function hasStopped({ child }: ServerProcess, customer: RestClient): Promise<boolean> {
  const isAlive = await customer.call('GET', '/api/user/transactions').then(
    () => true,
    () => false,
  )
  if (!isAlive && child.exitCode === null) await once(child, 'exit')
  return !isAlive
}
