import { expect, test } from 'vitest'
import { runCommand } from '../test-support/command-run.ts'
import { RestClient } from '../test-support/rest-client.ts'
import { processOwner, startServerProcess } from '../test-support/server-process.ts'
import { askNoSecondPerson } from '../test-support/site-controls.mjs'
import { tempFolder } from '../test-support/temp-folder.ts'
import { diskFlows } from './disk-flows.ts'
import { faultyDisk, type Recorded } from './fault-injection.ts'
import { atScale, recordMetric } from './system-test.ts'

const ROUNDS = atScale(4, 50)
/** Orders that are sent at the same time. */
const TOGETHER = 8
/** The minimum of syncs before the response: two photos and their names, and the database log. */
const submissionSyncs = { object: 2, folder: 1, wal: 1 }
const flows = [
  ['an order by the documented form', submissionSyncs],
  ['uploads, then an order of the wizard', { wal: 1 }],
  ['a chat message with a file', { wal: 1 }],
  ['a decision that erases the code', { wal: 1 }],
  ['photos for a rejected order', { wal: 1 }],
] as const

test.runIf(process.platform === 'linux')(
  'every response is sent after the syncs of the data it acknowledges',
  async () => {
    using data = tempFolder()
    using tools = tempFolder()
    using disk = faultyDisk(tools.path, data.path)
    // Started twice, because an existing database opens with other defaults.
    const start = () => startServerProcess(data.path, { ...disk.env, LIMITS: 'off', LOG_LEVEL: 'warn' })
    await (await start()).end('SIGTERM')
    const server = await start()
    const [customer, owner] = [new RestClient(() => server.url), new RestClient(() => server.url)]
    await customer.signUp('seller@mail.example')
    await owner.call('POST', '/api/admin/login', processOwner)
    await askNoSecondPerson(server.url, processOwner)
    const known = new Map(diskFlows(() => server.url, customer, owner).map((flow) => [flow.name, flow]))
    const problems: string[] = []
    let answers = 0

    for (let round = 0; round < ROUNDS; round++)
      for (const [name, needed] of flows) {
        const attempt = await known.get(name)?.attempt()
        disk.record()
        const answer = await attempt?.run()
        expect(answer?.status).toBeLessThan(300)
        answers++
        problems.push(...unsyncedResponses(disk.recorded(), needed).map((wrong) => `${name}: ${wrong}`))
      }

    recordMetric({
      claim: 'Answers that left after the syncs of what they acknowledge',
      figure: `${answers - problems.length} of ${answers}`,
      goal: '250 of 250',
      isMet: problems.length === 0 && answers >= 250,
    })
    expect(problems).toEqual([])
    await server.end('SIGTERM')
  },
)

test.runIf(process.platform === 'linux')(
  'orders that arrive together are answered after the syncs that cover them',
  async () => {
    using data = tempFolder()
    using tools = tempFolder()
    using disk = faultyDisk(tools.path, data.path)
    const server = await startServerProcess(data.path, { ...disk.env, LIMITS: 'off', LOG_LEVEL: 'warn' })
    const [customer, owner] = [new RestClient(() => server.url), new RestClient(() => server.url)]
    await customer.signUp('seller@mail.example')
    const order = diskFlows(() => server.url, customer, owner).find(({ name }) => name === flows[0][0])
    for (let round = 0; round < ROUNDS; round++) {
      const attempts = await Promise.all(Array.from({ length: TOGETHER }, () => order?.attempt()))
      disk.record()
      const answers = await Promise.all(attempts.map((attempt) => attempt?.run()))
      expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 200))
      const calls = disk.recorded()
      expect(earlyAnswers(calls)).toEqual([])
      expect(calls.filter(({ place }) => place === 'socket')).toHaveLength(TOGETHER)
      for (const attempt of attempts) await attempt?.assertThere()
    }
    await server.end('SIGTERM')
  },
)

test.runIf(process.platform === 'linux')(
  'a backup is renamed after its bytes are synced and reported after its name is synced',
  async () => {
    using data = tempFolder()
    using backups = tempFolder()
    using tools = tempFolder()
    using disk = faultyDisk(tools.path, backups.path)
    await (await startServerProcess(data.path)).end('SIGTERM')
    disk.record()
    expect(await runCommand('backup', data.path, [backups.path], disk.env)).toMatchObject({ code: 0 })
    const calls = disk.recorded()
    const renamed = calls.findIndex(({ call }) => call === 'rename')
    // The purge log is the second new file.
    const [first = -1, second = -1] = calls.flatMap(({ call }, at) => (call === 'open' ? [at] : []))
    const ofBackup = calls.slice(first, second).map(({ call }) => call)
    expect(ofBackup.filter((call) => call === 'write').length).toBeGreaterThan(0)
    expect(ofBackup.slice(ofBackup.lastIndexOf('write') + 1)).toEqual(['syncing', 'sync'])
    expect(renamed).toBeGreaterThan(second)
    expect(calls.slice(renamed + 1).map(({ call }) => call)).toEqual(['syncing', 'sync'])
  },
)

/** Answers of orders with two photos that left before as many photos and names, or all of the log, were synced. */
function earlyAnswers(calls: readonly Recorded[]): string[] {
  const problems: string[] = []
  const [names, photos] = [{ made: 0, syncing: 0, synced: 0 }, { synced: 0 }]
  let isLogSynced = false
  let answers = 0
  for (const { call, place } of calls) {
    if (call === 'open' && place === 'object') names.made++
    if (call === 'sync' && place === 'object') photos.synced++
    if (call === 'syncing' && place === 'folder') names.syncing = names.made
    if (call === 'sync' && place === 'folder') names.synced = names.syncing
    if (place === 'wal' && (call === 'write' || call === 'sync')) isLogSynced = call === 'sync'
    if (place !== 'socket') continue
    answers++
    if (Math.min(names.synced, photos.synced) < 2 * answers || !isLogSynced)
      problems.push(`answer ${answers}: ${photos.synced} photos, ${names.synced} names, log synced: ${isLogSynced}`)
  }
  return problems
}

/** Files that were not on disk when a success response was sent, or not synced at all. */
function unsyncedResponses(
  calls: readonly Recorded[],
  needed: Readonly<Partial<Record<Recorded['place'], number>>>,
): string[] {
  /** Descriptors, and 'name' for new names, with data that no sync has covered yet. */
  const unsynced = new Map<string, Recorded['place']>()
  const covering = new Map<number, Map<string, Recorded['place']>>()
  const synced = new Map<Recorded['place'], number>()
  const problems: string[] = []
  let answers = 0
  for (const { call, place, descriptor } of calls) {
    const isKept = place === 'object' || place === 'wal'
    if (call === 'open' && place === 'object') unsynced.set(`name ${descriptor}`, place)
    if (call === 'write' && isKept) unsynced.set(`bytes ${descriptor}`, place)
    if (call === 'syncing') covering.set(descriptor, new Map(unsynced))
    if (call === 'sync') {
      synced.set(place, (synced.get(place) ?? 0) + 1)
      for (const what of covering.get(descriptor)?.keys() ?? [])
        if (place === 'folder' ? what.startsWith('name') : what === `bytes ${descriptor}`) unsynced.delete(what)
    }
    if (place !== 'socket') continue
    answers++
    problems.push(...[...unsynced].map(([what, where]) => `answered before the sync of ${what} (${where})`))
  }
  if (answers === 0) problems.push('no answer was seen')
  for (const [place, count] of Object.entries(needed) as [Recorded['place'], number][])
    if ((synced.get(place) ?? 0) < count)
      problems.push(`${synced.get(place) ?? 0} syncs of ${place} instead of ${count}`)
  return problems
}
