import type { FullConfig } from '@playwright/test'
import { startCluster } from '#server/test-support/cluster.ts'
import { shareEngines } from '#server/test-support/test-site.ts'
import { owner } from './accounts.ts'
import { startNodeProxy } from './node-proxy.ts'

/** Starts two nodes behind a proxy at the address of the tests; returns what stops them. */
export default async function setUpCluster({ projects }: FullConfig): Promise<() => Promise<void>> {
  const cluster = await startCluster({
    nodes: 2,
    settings: { ADMIN_USERNAME: owner.username, ADMIN_PASSWORD: owner.password },
  })
  // For the tests that start a server of their own.
  shareEngines(cluster.addresses)
  const port = Number(new URL(projects[0]?.use.baseURL ?? '').port)
  const proxy = await startNodeProxy(
    port,
    cluster.nodes.map(({ url }) => url),
  )
  return async () => {
    await proxy[Symbol.asyncDispose]()
    await cluster[Symbol.asyncDispose]()
  }
}
