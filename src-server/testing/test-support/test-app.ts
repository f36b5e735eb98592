import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import type { StaffRole } from '#shared/staff-role.ts'
import { ensureOwner } from '../../accounts/first-owner.ts'
import { createPasswords } from '../../accounts/passwords.ts'
import type { AppContext, CallContext, ContextOverrides, ServerContext } from '../../context.ts'
import { createContext } from '../../context.ts'
import { readConfig } from '../../platform/config/config.ts'
import { asServer } from '../../platform/db/database.ts'
import { createDurability } from '../../platform/db/durability.ts'
import { createLog } from '../../platform/logging/logger.ts'
import type { OutgoingMail } from '../../platform/mail/mail-transport.ts'
import { type App, type AppOptions, createApp } from '../../web/app.ts'
import { authenticate, findPrincipal } from '../../web/auth/principal.ts'
import { type ApiContext, nothingToRefund } from '../../web/auth/request-context.ts'
import { appRouter } from '../../web/trpc/router.ts'
import { createCallerFactory } from '../../web/trpc/trpc.ts'
import { createMemoryStorage } from './memory-storage.ts'
import { createMemoryTransport } from './memory-transport.ts'
import { createTestClock } from './test-clock.ts'
import { openTestDatabase } from './test-database.ts'

export const ownerPassword = 'the-owner-of-this-test'
export const customerPassword = 'a-customer-password'
/** Hashing at the cost of the product would take a quarter of the time of all tests. */
const cheapHash = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const ownerPasswordHash = await createPasswords(cheapHash).hash(ownerPassword)

/** Calls procedures in process, through the whole of tRPC. */
const createCaller = createCallerFactory(appRouter)
type ApiCaller = ReturnType<typeof createCaller>

/** A signed-in caller of procedures, with its cookie for REST calls. */
export type Person = { api: ApiCaller; id: string; email: string; cookie: string }

export type TestApp = AsyncDisposable & {
  ctx: ServerContext
  /** The context of calls of use cases, which checks no permission. */
  call: CallContext
  clock: ReturnType<typeof createTestClock>
  storage: ReturnType<typeof createMemoryStorage>
  /** Delivers due mail; returns every mail sent so far, oldest first. */
  mails(): Promise<OutgoingMail[]>
  /** Everything logged so far. */
  log(): string
  /** Calls procedures without a session. */
  visitor: ApiCaller
  customer(name?: string): Promise<Person>
  /** The same customer in another browser with this user agent. */
  signInAgain(customer: Person, userAgent?: string): Promise<Person>
  /** This person with each call authenticated as now; the permission is still rechecked during the call. */
  authorized(person: Person): Promise<Person>
  /** This person with each call authenticated and permitted as now, even after the session has ended. */
  alwaysAllowed(person: Person): Promise<Person>
  /** The owner, in a new session. */
  staff(): Promise<Person>
  /** A new member of staff with this role. */
  colleague(role: StaffRole): Promise<Person>
  /** One REST call; `as` sends a person's cookie. */
  request(method: string, url: string, options?: RequestOptions): Promise<LightMyRequestResponse>
  /** The Fastify instance, for tests that need a real port. */
  server: App['server']
  /** What SIGTERM starts. */
  drain: App['drain']
  /** The HTTP part of the shutdown that a signal starts. */
  stop: App['stop']
  metrics: App['metrics']
}

export type RequestOptions = {
  as?: Person
  body?: unknown
  payload?: Buffer | string
  headers?: Record<string, string>
}

/**
 * The whole server in process: a test database (or `db`, which it closes, or SQLite at DATABASE_URL), memory storage, a
 * test clock. Dispose of it.
 */
export async function createTestApp(
  variables: NodeJS.ProcessEnv = {},
  {
    disk,
    eventChannel,
    passwords = createPasswords(cheapHash),
    redisUrl,
    db,
    storage = createMemoryStorage(),
    ...options
  }: AppOptions &
    Pick<ContextOverrides, 'db' | 'disk' | 'eventChannel' | 'passwords' | 'redisUrl'> & {
      storage?: TestApp['storage']
    } = {},
): Promise<TestApp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-test-'))
  const given: NodeJS.ProcessEnv = {
    ADMIN_USERNAME: 'owner',
    ADMIN_PASSWORD_HASH: ownerPasswordHash,
    DATA_DIR: folder,
    // Without it, the server would write its key to the disk and wait for that.
    ...(!variables.DATA_DIR && { DATA_KEYS: `k1:${randomBytes(32).toString('base64')}` }),
    LOG_LEVEL: 'debug',
    ...variables,
  }
  // Tests exceed the rate limits; tests of the limits set LIMITS=on.
  const limits = variables.LIMITS === 'on'
  const config = { ...readConfig(given), limits, ...(!given.DATABASE_URL && { databaseFile: ':memory:' }) }
  const clock = createTestClock()
  const lines: string[] = []
  const log = createLog(config, { write: (line: string) => void lines.push(line) })
  const mail = createMemoryTransport()
  const durability = createDurability()
  const database = db ?? (given.DATABASE_URL ? undefined : await openTestDatabase(durability))
  const overrides = {
    durability,
    passwords,
    ...(disk && { disk }),
    ...(database && { db: database }),
    ...(eventChannel && { eventChannel }),
    ...(redisUrl && { redisUrl }),
  }
  const ctx = await createContext(config, { clock, storage, log, mail, ...overrides })
  await ensureOwner(ctx)
  // A busy machine delays the event loop too, which is no overload of this server.
  const delay = { read: () => 0, stop: () => {} }
  const { server, drain, stop, metrics } = await createApp(ctx, { delay, ...options })
  await server.ready()

  const request: TestApp['request'] = (method, url, options = {}) =>
    server.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(options.as && { cookie: options.as.cookie }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { payload: JSON.stringify(options.body) }),
      ...(options.payload !== undefined && { payload: options.payload }),
    })

  const callerOf = (cookie: string | undefined, fixed: Partial<Pick<ApiContext, 'principal' | 'findPrincipal'>> = {}) =>
    createCaller(
      (): ApiContext => ({
        ...asServer(ctx),
        principal: () => authenticate(ctx, cookie, '127.0.0.1'),
        findPrincipal: (db) => findPrincipal(ctx, db, cookie),
        ...fixed,
        source: { ip: '127.0.0.1', apiToken: undefined },
        requestId: 'test',
        userAgent: 'test',
        isConnected: () => true,
        refundLimits: nothingToRefund,
      }),
    )

  const signedIn = async (url: string, body: Record<string, string>, userAgent = ''): Promise<Person> => {
    const response = await request('POST', config.basePath + url, { body, headers: { 'user-agent': userAgent } })
    if (response.statusCode >= 300) throw new Error(`${url}: ${response.body}`)
    const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return { api: callerOf(cookie), id: response.json().id, email: body.email ?? '', cookie }
  }

  let people = 0
  return {
    ctx,
    call: asServer(ctx),
    clock,
    storage,
    mails: async () => {
      await ctx.outbox?.deliverDue()
      return mail.sent
    },
    log: () => lines.join(''),
    visitor: callerOf(undefined),
    request,
    server,
    drain,
    stop,
    metrics,
    customer: (name = 'Dana Reyes') =>
      signedIn('/api/auth/sign-up', {
        name,
        email: `customer${++people}@mail.example`,
        phone: '555-010-0100',
        password: customerPassword,
        confirmPassword: customerPassword,
      }),
    signInAgain: ({ email }, userAgent) =>
      signedIn('/api/auth/sign-in', { email, password: customerPassword }, userAgent),
    authorized: async (person) => {
      const principal = await authenticate(ctx, person.cookie, '127.0.0.1')
      return { ...person, api: callerOf(person.cookie, { principal: async () => principal }) }
    },
    alwaysAllowed: async (person) => {
      const principal = await authenticate(ctx, person.cookie, '127.0.0.1')
      const always = async () => principal
      return { ...person, api: callerOf(person.cookie, { principal: always, findPrincipal: always }) }
    },
    colleague: async (role) => {
      const owner = await signedIn('/api/admin/login', { username: 'owner', password: ownerPassword })
      const username = `${role}${++people}`
      const { password } = await owner.api.admin.staff.add({ name: `${role} ${people}`, username, role })
      // Skips the required password change, which would cost two slow hashes per test.
      await ctx.db.updateTable('users').set({ must_change_password: 0 }).where('username', '=', username).execute()
      return signedIn('/api/admin/login', { username, password })
    },
    staff: () => signedIn('/api/admin/login', { username: 'owner', password: ownerPassword }),
    async [Symbol.asyncDispose]() {
      await server.close()
      await (ctx as AppContext & AsyncDisposable)[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
