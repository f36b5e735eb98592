import { expect, test } from 'vitest'
import { RestClient } from '../test-support/rest-client.ts'
import { processOwner, startServerProcess } from '../test-support/server-process.ts'
import { aSmallDisk, canMountSmallDisk } from '../test-support/small-disk.ts'
import { atScale, recordMetric } from './system-test.ts'

const PEOPLE = atScale(6, 24)

test.runIf(process.platform === 'linux' && canMountSmallDisk())(
  'sign-out succeeds on a full disk and survives a restart',
  async () => {
    await using disk = await aSmallDisk(32)
    const start = () => startServerProcess(disk.path, {}, undefined, disk.launcher)
    let server = await start()
    const sellers = Array.from({ length: PEOPLE }, () => new RestClient(() => server.url))
    for (const [at, client] of sellers.entries()) await client.signUp(`seller${at}@mail.example`)
    const owner = new RestClient(() => server.url)
    await owner.call('POST', '/api/admin/login', processOwner)
    const cookies = sellers.map(({ token }) => `gce=${token}`)
    disk.fill()

    // Another write fails, so the disk is full.
    const changed = await sellers[0]?.send('POST', '/api/chat/send', {
      subject: 'A question',
      message: 'x'.repeat(4_000),
    })
    // Before the sign-outs, which free some space.
    const ready = await owner.send('GET', '/api/ready')
    const answers: number[] = []
    for (const client of sellers) answers.push((await client.send('POST', '/api/auth/sign-out')).status)
    answers.push((await owner.send('POST', '/api/admin/logout')).status)
    await server.end('SIGKILL')
    server = await start()
    let signedIn = 0
    for (const cookie of cookies) {
      const { status } = await fetch(`${server.url}/api/user/transactions`, { headers: { cookie } })
      if (status !== 401) signedIn++
    }
    await server.end('SIGTERM')
    recordMetric({
      claim: 'Sign-outs on a disk without a free byte: asked / answered 200 / signed in after a restart',
      figure: `${answers.length} / ${answers.filter((status) => status === 200).length} / ${signedIn}`,
      goal: 'all / all / 0',
      isMet: answers.every((status) => status === 200) && signedIn === 0,
    })
    expect([changed?.status, ready.status]).toEqual([507, 503])
    expect([new Set(answers), signedIn]).toEqual([new Set([200]), 0])
  },
)
