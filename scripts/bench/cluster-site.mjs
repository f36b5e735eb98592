// A site of a checkout on PostgreSQL, Redis and S3, with orders that wait for a decision.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startExchange } from './processes.mjs'

const MOST_OUTPUT = 2 ** 26
const POLL_MS = 50
/** 20 seconds */
const MOST_POLLS = 400
const waitingMails = 'select id from mail_outbox where due_at is not null limit 1'
const seedProgram = path.join(import.meta.dirname, 'cluster-seed.mjs')

/**
 * Fills a new database with `orders` orders, and with `reviewers` accounts of reviewers, by the sources in `folder`.
 * @param env the settings of the site
 */
export function seedSite({ folder, env, orders, reviewers }) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  try {
    return JSON.parse(runNode([seedProgram, folder, String(orders), String(reviewers)], { ...env, DATA_DIR: dataDir }))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Makes the database at `to` a copy of the one at `from`, to which no session is connected.
 * @param server the address of another database of the server
 */
export async function copyDatabase(server, from, to) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const [source, target] = [from, to].map((url) => new URL(url).pathname.slice(1))
  await client.query(`drop database ${target}`)
  await client.query(`create database ${target} template ${source}`)
  await client.end()
}

/**
 * Starts `nodes` nodes of the build in `folder` on a seeded database. The owner gets a token for each reviewer.
 * @param env the settings that the nodes share
 */
export async function startSite({ folder, env, seeded, nodes: count }) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  const settings = { ...env, DATA_DIR: dataDir }
  const orders = [...seeded.orders]
  const database = new pg.Client({ connectionString: env.DATABASE_URL })
  // When a node does not start, PostgreSQL ends before this connection.
  database.on('error', () => {})
  await database.connect()
  // Neither statistics nor a checkpoint of the new rows belong to the measured time.
  const settle = async () => {
    await database.query('analyze')
    await database.query('checkpoint')
  }
  await settle()
  const nodes = []
  for (let at = 0; at < count; at++) nodes.push(await startExchange({ ...env, NODE_NAME: `node-${at}` }, folder))
  const urls = nodes.map(({ url }) => url)
  const tokens = []
  while (tokens.length < seeded.reviewers.length) tokens.push(await makeToken(urls[0], seeded.owner))
  const acknowledged = new Map()
  return {
    urls,
    database,
    reviewers: seeded.reviewers.map((cookie) => ({ cookie })),
    tokens: tokens.map((token) => ({ authorization: `Bearer ${token}` })),
    /** An order that waits for a decision. */
    nextOrder() {
      const order = orders.pop()
      if (order === undefined) throw new Error(`All ${seeded.orders.length} orders are decided.`)
      return order
    },
    /** Records a decision that was answered with 200. */
    acknowledge: (order, status) => acknowledged.set(order, status),
    /** What is wrong with the data after all decisions: '' for nothing. */
    async problems() {
      const { rows } = await database.query(
        `select submissions.id, status, count(status_changes.id)::int as changes from submissions
          left join status_changes on submission_id = submissions.id where submissions.id = any($1)
          group by submissions.id`,
        [[...acknowledged.keys()]],
      )
      const kept = rows.filter(({ id, status, changes }) => status === acknowledged.get(id) && changes === 1)
      const lost = acknowledged.size - kept.length
      const commands = ['ledger', 'audit-log'].map((name) => {
        const program = path.join(folder, `dist/server/${name}.js`)
        const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'verify'], options(settings))
        return status === 0 ? '' : `${name} verify: ${stdout}${stderr}`
      })
      return [lost > 0 ? `${lost} acknowledged decisions are lost` : '', ...commands].filter(Boolean).join('; ')
    },
    decided: () => acknowledged.size,
    settle,
    /** Resolves when the e-mails of all decisions are sent, so that they take no time of the next round. */
    async mailsSent() {
      const waiting = async () => (await database.query(waitingMails)).rows.length > 0
      for (let polls = 0; polls < MOST_POLLS && (await waiting()); polls++)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    },
    async stop() {
      await database.end()
      await Promise.all(nodes.map((node) => node.stop()))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function makeToken(url, cookie) {
  const response = await fetch(`${url}/trpc/admin.tokens.create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ name: 'bench', scopes: ['submissions:write', 'payouts:write'] }),
  })
  if (!response.ok) throw new Error(`No token was created: ${await response.text()}`)
  return (await response.json()).result.data.token
}

function runNode(args, env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options(env))
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return stdout
}

const options = (env) => ({ env: { PATH: process.env.PATH, ...env }, encoding: 'utf8', maxBuffer: MOST_OUTPUT })
