import { sized } from '../size.mjs'
import { quoteRequest } from './peer-calls.mjs'

const ROUNDS = sized(5, 1)

/** By name, the ms from starting each server with a new database to the answer to a quote, in interleaved rounds. */
export async function compareStarts(starts) {
  const times = Object.fromEntries(Object.keys(starts).map((name) => [name, []]))
  for (let count = 0; count < ROUNDS; count++)
    for (const [name, start] of Object.entries(starts)) times[name].push(await timeStart(start))
  return times
}

async function timeStart(start) {
  const started = performance.now()
  const server = await start()
  const response = await fetch(`${server.url}/api/quote`, quoteRequest)
  await response.arrayBuffer()
  const elapsed = performance.now() - started
  await server.stop()
  if (!response.ok) throw new Error(`${response.status} at ${server.url}`)
  return elapsed
}
