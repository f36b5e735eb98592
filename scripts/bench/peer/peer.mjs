import path from 'node:path'
import { parseArgs } from 'node:util'
import { inRoot } from '../../project.mjs'
import { measure, median } from '../load.mjs'
import { startExchange, startProgram } from '../processes.mjs'
import { peakMemoryMb } from '../usage.mjs'
import { compareStarts } from './first-answers.mjs'
import { callsOf } from './peer-calls.mjs'
import { figureOf } from './peer-figures.mjs'

const CONNECTIONS = 50

/**
 * The site, a conventional application (the peer) and the least that the promise of a submit requires (the limit), in
 * interleaved rounds. `npm run bench peer -- submit --rounds 9 --against ../before` measures one call, and the build of
 * another checkout beside ours.
 */
export async function benchPeer(given) {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '2' },
    },
  })
  const checkouts = { ours: inRoot(), ...(values.against && { against: path.resolve(values.against) }) }
  const starts = Object.fromEntries(
    Object.entries(checkouts).map(([name, folder]) => [name, () => startExchange({}, folder)]),
  )
  starts.peer = () => startProgram('scripts/bench/peer/peer-server.mjs')
  const isWanted = (call) => positionals.length === 0 || positionals.includes(call)
  const servers = { limit: await startProgram('scripts/bench/peer/limit-server.mjs') }
  for (const [name, start] of Object.entries(starts)) servers[name] = await start()
  const rows = []
  try {
    const load = { rounds: Number(values.rounds), seconds: Number(values.seconds), connections: CONNECTIONS }
    for (const { name, what, subjects, goal } of await callsOf(servers, isWanted)) {
      const measured = await measure(subjects, load)
      rows.push(
        ...Object.keys(subjects).map((subject) => ({
          what: `${what}, ${subject}`,
          ...figureOf(subject, measured, goal),
        })),
      )
      if (name !== 'submit') continue
      for (const subject of Object.keys(subjects)) {
        const figure = `${peakMemoryMb(servers[subject].pid)} MB`
        rows.push({ what: `peak memory, ${subject}`, figure, goal: subject === 'ours' ? 'under 200 MB' : undefined })
      }
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop()
  }
  if (isWanted('start')) {
    const times = await compareStarts(starts)
    for (const [name, all] of Object.entries(times))
      rows.push({ what: `first answer with a new database, ${name}`, figure: `${Math.round(median(all))} ms` })
  }
  return rows
}
