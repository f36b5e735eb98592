import path from 'node:path'
import { root } from '../project.mjs'
import { startBenchEngines } from './bench-engines.mjs'
import { copyDatabase, seedSite, startSite } from './cluster-site.mjs'
import { median } from './load.mjs'
import { meansOf } from './lock-waits.mjs'
import { noiseOf } from './noise.mjs'
import { sampleSessions } from './sample-sessions.mjs'
import { sized } from './size.mjs'

const REVIEWERS = sized(12, 2)
const NODES = 3
const ROUNDS = sized(7, 1)
const SECONDS = sized(2, 0.2)
const FIRST_SECONDS = sized(1, 0.1)
/** Each part of a round ends after so many decisions, so that no site runs out of orders. */
const MOST_DECISIONS = sized(250, 5)
/** Every decision writes to it, one after the other. */
const AUDIT_CHAIN = 'audit-chain'

/** Who decides what on which site. `of` is the subject of the same build that a rate is a ratio to. */
const subjects = {
  'completed, one node': { site: 'one', status: 'completed' },
  'completed, three nodes': { site: 'three', status: 'completed', of: 'completed, one node', goal: 'at least 1.0' },
  'rejected, one node': { site: 'one', status: 'rejected' },
  'rejected, three nodes': { site: 'three', status: 'rejected', of: 'rejected, one node' },
  'completed, three nodes, one account': {
    site: 'three',
    status: 'completed',
    callers: ({ reviewers }) => reviewers.slice(0, 1),
    of: 'completed, three nodes',
    goal: 'at least 0.8',
  },
  'completed, three nodes, tokens of one owner': {
    site: 'three',
    status: 'completed',
    callers: ({ tokens }) => tokens,
    of: 'completed, three nodes',
    goal: 'at least 0.8',
  },
}

const onThree = Object.values(subjects).filter(({ site }) => site === 'three')
/** For the site that most subjects use, with what is in progress at the end of each round. */
const ORDERS = onThree.length * (ROUNDS + 1) * 2 * (MOST_DECISIONS + REVIEWERS)

/**
 * Decisions of 12 owners on one node and on three, which share the cores of this machine, and the locks that they
 * wait for. `--against <folder>` measures the build of another checkout in the same rounds.
 */
export async function benchCluster(given) {
  const builds = buildsOf(given)
  const { engines, siteSettings } = await startBenchEngines()
  const running = []
  try {
    for (const [build, folder] of Object.entries(builds)) {
      const one = await siteSettings(`${build} one`)
      const three = { ...(await siteSettings(`${build} three`)), DATA_KEYS: one.DATA_KEYS }
      const seeded = seedSite({ folder, env: one, orders: ORDERS, reviewers: REVIEWERS })
      await copyDatabase(engines.postgres.url(), one.DATABASE_URL, three.DATABASE_URL)
      for (const [name, nodes, env] of [
        ['one', 1, one],
        ['three', NODES, three],
      ])
        running.push({ build, name, site: await startSite({ folder, env, seeded, nodes }), url: env.DATABASE_URL })
    }
    const measured = await measure(running)
    const rows = Object.keys(builds).flatMap((build) => rowsOf(build, measured))
    for (const { build, name, site } of running)
      rows.push({
        what: `${build}${name === 'one' ? 'one node' : 'three nodes'}, ${site.decided()} decisions acknowledged`,
        figure: (await site.problems()) || 'all kept; ledger and audit log verified',
      })
    return rows
  } finally {
    for (const { site } of running) await site.stop()
    await engines[Symbol.asyncDispose]()
  }
}

function buildsOf(given) {
  if (given.length === 0) return { '': root }
  const [option, folder] = given
  if (option !== '--against' || folder === undefined) throw new Error('Usage: npm run bench cluster --against <folder>')
  return { 'before: ': path.resolve(folder), 'now: ': root }
}

/** The rounds of every subject of every build: { perSecond, samples, errors }. */
async function measure(running) {
  const all = running.flatMap(({ build, name, site, url }) =>
    Object.entries(subjects)
      .filter(([, { site: of }]) => of === name)
      .map(([subject, { status, callers = ({ reviewers }) => reviewers }]) => {
        const work = { site, url, status, callers: callers(site) }
        return { name: build + subject, work, rounds: [] }
      }),
  )
  for (const { work } of all) await round(work)
  // Plans for tables that were empty at the start would read the whole of what is in them by now.
  for (const { site } of running) await site.settle()
  for (let count = 0; count < ROUNDS; count++)
    // What one leaves to do for the next is not always of the same one.
    for (const { work, rounds } of count % 2 === 0 ? all : all.toReversed()) rounds.push(await round(work))
  return new Map(all.map(({ name, rounds }) => [name, rounds]))
}

/** A round whose first second is not measured: after the rounds of the others, a node is slower for some time. */
async function round(work) {
  const first = await decideFor(work, FIRST_SECONDS)
  const sampler = await sampleSessions(work.url)
  const { perSecond, errors } = await decideFor(work, SECONDS)
  const samples = await sampler.stop()
  await work.site.mailsSent()
  return { perSecond, errors: [...first.errors, ...errors], samples }
}

async function decideFor({ site, status, callers }, seconds) {
  const errors = []
  const started = performance.now()
  let [begun, decided] = [0, 0]
  const isOver = () => begun >= MOST_DECISIONS || performance.now() - started > seconds * 1000
  const decideAll = async (at) => {
    const [node, caller] = [site.urls[at % site.urls.length], callers[at % callers.length]]
    while (!isOver()) {
      begun++
      const order = site.nextOrder()
      const problem = await decide(node, caller, order, status)
      if (problem) errors.push(problem)
      else {
        decided++
        site.acknowledge(order, status)
      }
    }
  }
  await Promise.all(Array.from({ length: REVIEWERS }, (_, at) => decideAll(at)))
  return { perSecond: (decided * 1000) / (performance.now() - started), errors }
}

/** '' when the decision was acknowledged, otherwise the answer. */
async function decide(url, caller, order, status) {
  const reason = status === 'rejected' ? 'blurry' : 'sent'
  const response = await fetch(`${url}/api/submissions/${order}/status`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...caller },
    body: JSON.stringify({ status, reasonCode: reason, version: 1 }),
  })
  const text = await response.text()
  return response.status === 200 ? '' : `${response.status} ${text}`
}

function rowsOf(build, measured) {
  return Object.entries(subjects).flatMap(([subject, { of, goal, site }]) => {
    const rounds = measured.get(build + subject)
    const rates = rounds.map(({ perSecond }) => perSecond)
    const before = measured.get(`before: ${subject}`)
    const ratios = [
      ...(of ? [ratioOf(rounds, measured.get(build + of), `of ${of}`)] : [noiseOf(rates)]),
      ...(build === 'now: ' ? [ratioOf(rounds, before, 'of before')] : []),
    ]
    const errors = rounds.flatMap(({ errors }) => errors)
    const what = build + subject
    return [
      { what, figure: [`${median(rates).toFixed(1)} per second`, ...ratios].join('; '), goal },
      ...(site === 'three'
        ? waitRows(
            what,
            rounds.flatMap(({ samples }) => samples),
          )
        : []),
      ...(errors.length > 0 ? [{ what, figure: `${errors.length} errors, such as ${errors[0]}` }] : []),
    ]
  })
}

/** The median of the ratios of two subjects in the same round, and their range. */
function ratioOf(rounds, control, words) {
  const ratios = rounds.map(({ perSecond }, at) => perSecond / control[at].perSecond)
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2))
  return `${median(ratios).toFixed(2)} ${words} (rounds ${low} to ${high})`
}

function waitRows(what, samples) {
  const locks = meansOf(samples, 'lock')
  const others = locks.filter(([name]) => name !== AUDIT_CHAIN).reduce((sum, [, mean]) => sum + mean, 0)
  const listed = (means) => means.map(([name, mean]) => `${name} ${mean.toFixed(2)}`).join(', ')
  return [
    {
      what: `${what}: of ${REVIEWERS} sessions, waiting for locks but the audit chain`,
      figure: `${others.toFixed(2)} (${listed(locks)})`,
      goal: 'at most 1',
    },
    { what: `${what}: other sessions`, figure: listed(meansOf(samples, 'doing')) },
  ]
}
