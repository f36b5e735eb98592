import path from 'node:path'
import { parseArgs } from 'node:util'
import { measure, median } from './load.mjs'
import { compareStarts } from './peer/first-answers.mjs'
import { callsOf } from './peer/peer-calls.mjs'
import { figureOf } from './peer/peer-figures.mjs'
import { startExchange, startProgram } from './processes.mjs'
import { peakMemoryWithChildrenMb } from './usage.mjs'

const CONNECTIONS = 50

const options = {
  against: { type: 'string' },
  rounds: { type: 'string', default: '7' },
  seconds: { type: 'string', default: '2' },
}

/**
 * The site, a conventional application (the peer) and the least that the promise of a submit requires (the limit), in
 * interleaved rounds. `npm run bench -- peer submit --rounds 9 --against ../before` measures one call, and the build of
 * another checkout beside ours.
 */
export async function benchPeer(given) {
  const { values, positionals } = parseArgs({ args: given, allowPositionals: true, options })
  const isWanted = (call) => positionals.length === 0 || positionals.includes(call)
  const starts = {
    ours: () => startExchange(),
    ...(values.against && { against: () => startExchange({}, path.resolve(values.against)) }),
    peer: () => startProgram('scripts/bench/peer/peer-server.mjs'),
  }
  const load = { rounds: Number(values.rounds), seconds: Number(values.seconds), connections: CONNECTIONS }
  return [...(await compareCalls(starts, isWanted, load)), ...(isWanted('start') ? await startRows(starts) : [])]
}

async function compareCalls(starts, isWanted, load) {
  const servers = { limit: await startProgram('scripts/bench/peer/limit-server.mjs') }
  const rows = []
  try {
    for (const [name, start] of Object.entries(starts)) servers[name] = await start()
    for (const { name, what, subjects, goal } of await callsOf(servers, isWanted)) {
      const measured = await measure(subjects, load)
      for (const subject of Object.keys(subjects))
        rows.push({ what: `${what}, ${subject}`, ...figureOf(subject, measured, goal) })
      if (name === 'submit') rows.push(...Object.keys(subjects).map((subject) => memoryRow(subject, servers[subject])))
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop()
  }
  return rows
}

function memoryRow(name, { pid }) {
  const goal = name === 'ours' ? 'below the peer, under 250 MB' : undefined
  return { what: `peak memory with its processes, ${name}`, figure: `${peakMemoryWithChildrenMb(pid)} MB`, goal }
}

async function startRows(starts) {
  return Object.entries(await compareStarts(starts)).map(([name, times]) => ({
    what: `first answer with a new database, ${name}`,
    figure: `${Math.round(median(times))} ms`,
  }))
}
