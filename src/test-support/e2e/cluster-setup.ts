import { startCluster } from '#server/testing/test-support/cluster.ts'
import { askNoSecondPerson } from '#server/testing/test-support/site-controls.mjs'
import { shareEngines } from '#server/testing/test-support/test-site.ts'
import { owner } from './accounts.ts'
import { startNodeProxy } from './node-proxy.ts'

/** Starts two nodes behind a proxy, whose address the tests read; returns what stops them. */
export default async function setUpCluster(): Promise<() => Promise<void>> {
  const cluster = await startCluster({
    nodes: 2,
    settings: { ADMIN_USERNAME: owner.username, ADMIN_PASSWORD: owner.password },
  })
  await askNoSecondPerson(cluster.nodes[0]?.url ?? '', owner)
  // For the tests that start a server of their own.
  shareEngines(cluster.addresses)
  const proxy = await startNodeProxy(cluster.nodes.map(({ url }) => url))
  process.env.E2E_URL = proxy.url
  return async () => {
    await proxy[Symbol.asyncDispose]()
    await cluster[Symbol.asyncDispose]()
  }
}
