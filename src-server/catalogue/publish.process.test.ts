import { expect, test } from 'vitest'
import type { RateList } from '#shared/catalogue-schema.ts'
import { neededConfirmation } from '#shared/unusual-rates.ts'
import { RestClient } from '../testing/test-support/rest-client.ts'
import { processOwner, startServerProcess } from '../testing/test-support/server-process.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'

const KILLS = 3
const PUBLISHERS = 4

const rateOf = (version: number) => 5000 + version

/** Every rate in basis points that a brand has, without repetitions. */
function ratesOf({ brands }: RateList): number[] {
  return [...new Set(brands.flatMap(({ bands }) => bands.map(({ rateBps }) => rateBps)))]
}

/** Gives all brands the rate that stands for the next version; returns it, or undefined after a conflict. */
async function publishAll(owner: RestClient): Promise<number | undefined> {
  const { newest, brands } = await owner.call<RateList>('GET', '/api/admin/rates')
  const version = newest.version + 1
  const changes = brands.map((brand) => ({
    ...brand,
    bands: [{ fromCents: brand.minCents, toCents: brand.maxCents, rateBps: rateOf(version) }],
  }))
  const confirm = neededConfirmation(changes.map((after, at) => ({ before: brands[at] ?? after, after })))?.confirm
  const body = { base: newest.version, changes, note: 'A test', confirm }
  const response = await owner.send('POST', '/api/admin/rates', body)
  if (response.status === 409) return undefined
  expect(await response.json()).toEqual({ version })
  return version
}

test(`${KILLS} kills during publishes leave the old or the new version whole`, async () => {
  using folder = tempFolder()
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await startServerProcess(folder.path)
    const owner = new RestClient(() => server.url)
    await owner.call('POST', '/api/admin/login', processOwner)
    const before = await owner.call<RateList>('GET', '/api/admin/rates')
    if (kill > 0) expect(ratesOf(before)).toEqual([rateOf(before.newest.version)])
    let acknowledged = before.newest.version
    let isKilled = false
    const publishUntilKilled = async () => {
      while (!isKilled) {
        const version = await publishAll(owner).catch((error: unknown) => {
          if (!isKilled) throw error
        })
        acknowledged = Math.max(acknowledged, version ?? 0)
        if (isKilled || acknowledged < before.newest.version + 3) continue
        // The other publishers are in the middle of a call.
        isKilled = true
        server.child.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: PUBLISHERS }, publishUntilKilled))
    await server.end('SIGKILL')

    const restarted = await startServerProcess(folder.path)
    const again = new RestClient(() => restarted.url)
    await again.call('POST', '/api/admin/login', processOwner)
    const after = await again.call<RateList>('GET', '/api/admin/rates')
    expect(after.newest.version).toBeGreaterThanOrEqual(acknowledged)
    expect(ratesOf(after)).toEqual([rateOf(after.newest.version)])
    expect(await restarted.end('SIGTERM')).toBe(0)
  }
})
