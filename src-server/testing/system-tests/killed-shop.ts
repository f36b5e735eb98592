import { type Db, openDatabase, openPostgres } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { appRouter } from '../../web/trpc/router.ts'
import type { Chance } from '../simulation/chance.ts'
import { type Name, sellers, staff, staffNames } from '../simulation/persons.ts'
import { type Api, newAccount, password, type Shop } from '../simulation/shop.ts'
import { aPhoto } from '../test-support/factories.ts'
import { RestClient } from '../test-support/rest-client.ts'
import { type ServerProcess, startServerProcess } from '../test-support/server-process.ts'

/** Milliseconds after which a kill comes at the latest: within the call, or just after its answer. */
const LATEST_KILL_MS = 25
const ONCE_IN_CALLS = 12

type Options = { dataDir: string; env?: NodeJS.ProcessEnv; chance: Pick<Chance, 'once' | 'below'> }
export type KilledShop = Shop & { kills(): number; lostAnswers(): number }

/** A shop of a built server, which is killed in the middle of calls and started again. */
export async function openKilledShop({ dataDir, env = {}, chance }: Options): Promise<KilledShop> {
  const owner = { ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: password }
  const start = () => startServerProcess(dataDir, { ...env, ...owner, LIMITS: 'off', LOG_LEVEL: 'warn' })
  let server: Promise<ServerProcess> = start()
  let url = (await server).url
  const clients = new Map<Name, RestClient>()
  const ids = new Map<Name, string>()
  const db = env.DATABASE_URL ? await openPostgres(env.DATABASE_URL) : openDatabase(`${dataDir}/exchange.sqlite`)
  let [kills, lostAnswers] = [0, 0]
  const client = (name: Name) => clients.get(name) ?? new RestClient(() => url)

  async function crash(): Promise<void> {
    const former = await server
    kills++
    server = former.end('SIGKILL').then(start)
    url = (await server).url
  }

  const crashLater = (ms: number) =>
    new Promise<void>((resolve, reject) => setTimeout(() => crash().then(resolve, reject), ms))

  /** Makes a call. One whose answer a kill has lost is made again, as a page does, or its outcome is looked up. */
  async function answerOf(name: Name, path: string, input: unknown): Promise<unknown> {
    const isChange = typeOf(path) === 'mutation'
    const [by, from] = [ids.get(name) ?? '', new Date().toISOString()]
    const before = isChange ? await countEntries(db, by) : 0
    const kill = isChange && chance.once(ONCE_IN_CALLS) ? crashLater(chance.below(LATEST_KILL_MS)) : undefined
    for (let isRepeat = false; ; isRepeat = true)
      try {
        const answer = await send(client(name), path, input)
        await kill
        return answer
      } catch (error) {
        await Promise.all([kill, server])
        if (!(error instanceof AppError)) lostAnswers++
        else if (!isRepeat || (await countEntries(db, by)) === before) throw error
        else return (await askedSince(db, by, from)) ?? lookUp(path, input, error)
      }
  }

  /** What was answered to a call that was done. */
  async function lookUp(path: string, input: unknown, refusal: AppError): Promise<unknown> {
    const { id = '' } = input as { id?: string }
    const as = (api: string, given: unknown) => answerOf('boss', api, given)
    if (path === 'payouts.begin') return { payout: await as('payouts.get', { id }) }
    if (path.startsWith('payouts.') && id.startsWith('PO-')) return as('payouts.get', { id })
    if (path === 'statements.makeAccount') return as('statements.accounts', undefined)
    if (path.startsWith('waitingActs.')) {
      const acts = db.selectFrom('waiting_acts').select(['id', 'state']).where('id', '=', id)
      const ended = await acts.where('state', '!=', 'waiting').executeTakeFirst()
      // A refusal is logged too.
      if (!ended) throw refusal
      return ended
    }
    return path === 'admin.problems.report' ? problemOf(db, input as { submissionId: string }) : {}
  }

  function apiOf(name: Name, path = ''): unknown {
    return new Proxy(() => {}, {
      get: (_, part) => apiOf(name, path ? `${path}.${String(part)}` : String(part)),
      apply: (_, __, [input]) => answerOf(name, path, input),
    })
  }

  await addPeople(() => url, clients)
  const findIds = async () => {
    for (const row of await db.selectFrom('users').select(['id', 'name', 'username']).execute())
      ids.set((row.username ?? row.name) as Name, row.id)
  }
  await findIds()
  const clock = { now: () => new Date(), set() {} }
  const person = (name: Name) => ({ id: ids.get(name) ?? '', api: apiOf(name) as Api })
  return {
    ...{ db, clock, person, crash, kills: () => kills, lostAnswers: () => lostAnswers },
    get ctx(): never {
      throw new Error('The application is in another process.')
    },
    backup() {
      throw new Error('The application is in another process.')
    },
    async register(name) {
      await client(name).call('POST', '/api/auth/sign-up', newAccount(name))
      await findIds()
    },
    async upload(name) {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(aPhoto())], { type: 'image/png' }), 'front.png')
      return (await client(name).call<{ id: string }>('POST', '/api/uploads', form)).id
    },
    async [Symbol.asyncDispose]() {
      await (await server).end('SIGKILL')
      await db.destroy()
    },
  }
}

const typeOf = (path: string) =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]?._def.type

async function send(client: RestClient, path: string, input: unknown): Promise<unknown> {
  const isQuery = typeOf(path) === 'query'
  const asked = isQuery && input !== undefined ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
  const answer = await client.send(
    isQuery ? 'GET' : 'POST',
    `/trpc/${path}${asked}`,
    isQuery ? undefined : (input ?? {}),
  )
  const { result, error } = JSON.parse(await answer.text())
  if (error) throw new AppError(answer.status >= 500 ? 'internal' : error.data.code, error.message)
  return result.data
}

/** What a person has done, which each change writes in its transaction. */
async function countEntries(db: Db, by: string): Promise<number> {
  const entries = db.selectFrom('audit_log').select(({ fn }) => fn.countAll().as('count'))
  return Number((await entries.where('actor_id', '=', by).executeTakeFirstOrThrow()).count)
}

/** What waits for a second person since a call that has asked for it. */
async function askedSince(db: Db, by: string, from: string) {
  const asked = db.selectFrom('waiting_acts').select(['id', 'ends_at as end']).where('made_by', '=', by)
  const waiting = await asked.where('made_at', '>=', from).where('state', '=', 'waiting').executeTakeFirst()
  return waiting && { waiting }
}

const problemOf = (db: Db, { submissionId }: { submissionId: string }) =>
  db
    .selectFrom('order_problems')
    .select('id')
    .where('submission_id', '=', submissionId)
    .orderBy('reported_at', 'desc')
    .executeTakeFirst()

async function addPeople(url: () => string, clients: Map<Name, RestClient>): Promise<void> {
  const add = (name: Name) => {
    const client = new RestClient(url)
    clients.set(name, client)
    return client
  }
  const both = { password, confirmPassword: password }
  for (const name of sellers) await add(name).call('POST', '/api/auth/sign-up', newAccount(name))
  const boss = add('boss')
  await boss.call('POST', '/api/admin/login', { username: 'boss', password })
  for (const username of staffNames) {
    if (username === 'boss') continue
    const added = await send(boss, 'admin.staff.add', { name: username, username, role: staff[username] })
    const { password: currentPassword } = added as { password: string }
    const client = add(username)
    await client.call('POST', '/api/admin/login', { username, password: currentPassword })
    await send(client, 'admin.me.changePassword', { currentPassword, ...both })
    await client.call('POST', '/api/admin/login', { username, password })
  }
}
