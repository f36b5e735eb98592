import { type Engines, startEngines } from './engines.ts'
import { shareEngines } from './test-site.ts'

let engines: Engines | undefined

/** Starts the engines of a cluster for all servers that the tests of the project start. */
export async function setup(): Promise<void> {
  engines = await startEngines()
  shareEngines(engines.addresses)
}

export async function teardown(): Promise<void> {
  await engines?.[Symbol.asyncDispose]()
}
