import { ensureOwner } from '../../accounts/first-owner.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import { findCustomer, findStaff, startSession } from '../../accounts/sessions.ts'
import { signUp } from '../../accounts/sign-in.ts'
import { loggedEntries } from '../../audit/logged-entries.ts'
import { createContext, type ServerContext } from '../../context.ts'
import { saveUpload } from '../../files/save-upload.ts'
import { loggedDispositions } from '../../inventory/disposition-log.ts'
import { finishRestore, type Restored } from '../../operator/operations/finish-restore.ts'
import { createSiteLog, loggedPurges } from '../../operator/operations/recovery-log.ts'
import { loggedAttempts } from '../../payouts/payout-log.ts'
import { readConfig } from '../../platform/config/config.ts'
import { asServer, openDatabase, type ServerDb, sqliteOf } from '../../platform/db/database.ts'
import { createDurability } from '../../platform/db/durability.ts'
import { createLog } from '../../platform/logging/logger.ts'
import { type LoggedKind, readEntries, type Values } from '../../platform/signed-logs/signed-log.ts'
import type { Principal } from '../../web/auth/principal.ts'
import { type ApiContext, nothingToRefund } from '../../web/auth/request-context.ts'
import { appRouter } from '../../web/trpc/router.ts'
import { createCallerFactory } from '../../web/trpc/trpc.ts'
import { setControls } from '../test-support/controls.ts'
import { createMemoryStorage } from '../test-support/memory-storage.ts'
import { createMemoryTransport } from '../test-support/memory-transport.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { createTestClock } from '../test-support/test-clock.ts'
import { openTestDatabase } from '../test-support/test-database.ts'
import { Model } from './model.ts'
import { type Name, type Seller, sellers, staff, staffNames } from './persons.ts'

const createCaller = createCallerFactory(appRouter)
export type Api = ReturnType<typeof createCaller>
export type Person = { id: string; api: Api }

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
export const password = 'a password of everyone'
export const payPalApp = {
  ...{ clientId: 'app', clientSecret: 'secret', webhookId: 'webhook' },
  apiUrl: 'https://paypal.invalid',
}

/** The product. */
export type Shop = AsyncDisposable & {
  /** The application, for what a server does by itself. @throws when it is in another process */
  readonly ctx: ServerContext
  /** What is stored, to be read. */
  readonly db: ServerDb
  clock: Pick<ReturnType<typeof createTestClock>, 'now' | 'set'>
  person(name: Name): Person
  /** Signs a seller up, again after their account was deleted. */
  register(name: Seller): Promise<void>
  /** Sends the picture of a card. Returns the id of its file. */
  upload(name: Seller, cardNumber: string): Promise<string>
  /** What a crash does after the last commit: the application is dropped, and opened on the stored data. */
  crash(): Promise<void>
  /** Makes a backup. The returned function restores it with the recovery log of what followed. */
  backup(): () => Promise<Restored>
}

/**
 * Opens a new shop of eight persons in this process: three sellers, and staff of each role. All that it waits for
 * answers in the same turn. `start` is ISO 8601.
 */
export async function openShop(start: string): Promise<Shop> {
  const clock = createTestClock(start)
  const storage = createMemoryStorage()
  const config = {
    ...readConfig({
      ...{ ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: password, LOG_LEVEL: 'silent', DATA_DIR: '/nowhere' },
      ...{ DATA_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`, PAYPAL_API_URL: payPalApp.apiUrl },
      ...{ PAYPAL_CLIENT_ID: payPalApp.clientId, PAYPAL_CLIENT_SECRET: payPalApp.clientSecret },
      PAYPAL_WEBHOOK_ID: payPalApp.webhookId,
    }),
    ...{ limits: false, databaseFile: ':memory:' },
  }
  const log = createLog(config, { write: () => {} })

  async function open(data?: Buffer) {
    const durability = createDurability()
    const db = data ? openDatabase(data, durability) : await openTestDatabase(durability)
    const fakes = { clock, log, storage, durability, db, mail: createMemoryTransport(), passwords: plainPasswords }
    const ctx = await createContext(config, { ...fakes, disk: plentyOfSpace })
    ctx.recoveryLog = { write: async () => {} }
    ctx.files.pictures = { stop() {}, render: async () => ({ picture: Buffer.from('drawn'), pageCount: 1 }) }
    return ctx
  }

  let ctx = await open()
  await ensureOwner(ctx)
  const principals = new Map<string, Principal>()
  const person = (name: Name): Person => {
    const principal = principals.get(name)
    if (!principal) throw new Error(`There is no ${name}.`)
    const id = (principal.staff ?? principal.customer)?.id ?? ''
    return { id, api: callerOf(ctx, principal) }
  }
  await addPeople(ctx, principals, person)
  await setControls({ ctx }, { secondPersonFrom: new Model().secondPersonFrom })
  return {
    get ctx() {
      return ctx
    },
    get db() {
      return ctx.db
    },
    clock,
    person,
    register: (name) => register(ctx, principals, name),
    async upload(name, cardNumber) {
      const picture = Buffer.concat([png, Buffer.from(cardNumber)])
      return (await saveUpload(asServer(ctx), person(name).id, { name: 'front.png', bytes: whole(picture) })).id
    },
    async crash() {
      const data = sqliteOf(ctx.db).serialize()
      await ctx[Symbol.asyncDispose]()
      ctx = await open(data)
    },
    backup() {
      const data = sqliteOf(ctx.db).serialize()
      return async () => {
        using folder = tempFolder()
        await createSiteLog(ctx, folder.path).write()
        await ctx[Symbol.asyncDispose]()
        ctx = await open(data)
        const entries = <Entry extends Values & { id: string }>(kind: LoggedKind<Entry>) =>
          readEntries(ctx.keyring, kind, folder.path)
        const log = { payouts: entries(loggedAttempts), dispositions: entries(loggedDispositions) }
        const from = { source: 'A backup', head: '', ...log, entries: entries(loggedEntries) }
        const restored = await finishRestore(ctx, from, entries(loggedPurges), undefined)
        for (const [name, { customer }] of principals) await signIn(ctx, principals, name, customer !== null)
        return restored
      }
    },
    [Symbol.asyncDispose]: () => ctx[Symbol.asyncDispose](),
  }
}

async function* whole(bytes: Uint8Array) {
  yield bytes
}

const plainPasswords: Passwords = {
  hash: async (text) => text,
  verify: async (hash, text) => hash === text && 'normal',
  hashesDone: () => 0,
}

const plentyOfSpace = { isLow: () => false } as ServerContext['disk']

type Principals = Map<string, Principal>

async function addPeople(ctx: ServerContext, principals: Principals, person: (name: Name) => Person) {
  for (const name of sellers) await register(ctx, principals, name)
  for (const name of staffNames) {
    if (name !== 'boss') await person('boss').api.admin.staff.add({ name, username: name, role: staff[name] })
    const signedIn = { must_change_password: 0, password_hash: password } as const
    await ctx.db.updateTable('users').set(signedIn).where('username', '=', name).execute()
    await signIn(ctx, principals, name, false)
  }
}

async function register(ctx: ServerContext, principals: Principals, name: Seller) {
  await signUp(asServer(ctx), newAccount(name))
  await signIn(ctx, principals, name, true)
}

export function newAccount(name: Seller) {
  const phone = `555-010-010${sellers.indexOf(name)}`
  return { name, email: `${name}@mail.example`, phone, password, confirmPassword: password }
}

async function signIn(ctx: ServerContext, principals: Principals, name: string, isCustomer: boolean) {
  const people = ctx.db.selectFrom('users').select(['id', 'password_hash as passwordHash'])
  const user = await people.where(isCustomer ? 'name' : 'username', '=', name).executeTakeFirstOrThrow()
  const { token } = await startSession(asServer(ctx), user, isCustomer ? 'customer' : 'staff', 'simulation')
  const none = { customer: null, staff: null, restrictedStaff: null }
  if (isCustomer) principals.set(name, { ...none, customer: await findCustomer(ctx, ctx.db, token) })
  else principals.set(name, { ...none, staff: await findStaff(ctx, ctx.db, token) })
}

/** Sign-in is a fake: who calls is known. */
function callerOf(ctx: ServerContext, principal: Principal): Api {
  return createCaller(
    (): ApiContext => ({
      ...asServer(ctx),
      principal: async () => principal,
      findPrincipal: async () => principal,
      source: { ip: '127.0.0.1', apiToken: undefined },
      requestId: 'simulation',
      userAgent: 'simulation',
      isConnected: () => true,
      refundLimits: nothingToRefund,
    }),
  )
}
