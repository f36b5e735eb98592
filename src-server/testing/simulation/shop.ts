import { ensureOwner } from '../../accounts/bootstrap-owner.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import { findCustomer, findStaff, startSession } from '../../accounts/sessions.ts'
import { signUp } from '../../accounts/sign-up.ts'
import { createContext, type ServerContext } from '../../context.ts'
import { saveUpload } from '../../files/save-upload.ts'
import { readConfig } from '../../platform/config/config.ts'
import { asServer, type Db, openDatabase, sqliteOf } from '../../platform/db/database.ts'
import { createDurability } from '../../platform/db/durability.ts'
import { createLog } from '../../platform/logging/logger.ts'
import type { Principal } from '../../web/auth/principal.ts'
import { type ApiContext, nothingToRefund } from '../../web/auth/request-context.ts'
import { appRouter } from '../../web/trpc/router.ts'
import { createCallerFactory } from '../../web/trpc/trpc.ts'
import { setControls } from '../test-support/controls.ts'
import { createMemoryStorage } from '../test-support/memory-storage.ts'
import { createMemoryTransport } from '../test-support/memory-transport.ts'
import { createTestClock } from '../test-support/test-clock.ts'
import { openTestDatabase } from '../test-support/test-database.ts'
import { Model } from './model.ts'

const createCaller = createCallerFactory(appRouter)
export type Api = ReturnType<typeof createCaller>
export type Person = { id: string; api: Api }

export const sellers = ['dana', 'tom', 'eve'] as const
export type Seller = (typeof sellers)[number]
export const staff = { boss: 'owner', rita: 'reviewer', raul: 'reviewer', fay: 'finance', sam: 'support' } as const
export const staffNames = Object.keys(staff) as (keyof typeof staff)[]
export type Name = Seller | keyof typeof staff
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
  readonly db: Db
  clock: Pick<ReturnType<typeof createTestClock>, 'now' | 'set'>
  person(name: Name): Person
  /** Sends the picture of a card. Returns the id of its file. */
  upload(name: Seller, cardNumber: string): Promise<string>
  /** What a crash does after the last commit: the application is dropped, and opened on the stored data. */
  crash(): Promise<void>
}

/**
 * Opens a new shop of eight persons in this process: three sellers, and staff of each role. All that it waits for answers
 * in the same turn. `start` is ISO 8601.
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
    async upload(name, cardNumber) {
      const picture = Buffer.concat([png, Buffer.from(cardNumber)])
      return (await saveUpload(asServer(ctx), person(name).id, { name: 'front.png', bytes: whole(picture) })).id
    },
    async crash() {
      const data = sqliteOf(ctx.db).serialize()
      await ctx[Symbol.asyncDispose]()
      ctx = await open(data)
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

async function addPeople(ctx: ServerContext, principals: Map<string, Principal>, person: (name: Name) => Person) {
  const call = asServer(ctx)
  const { db } = ctx
  for (const [at, name] of sellers.entries()) {
    const account = { name: `${name} Reyes`, email: `${name}@mail.example`, phone: `555-010-010${at}` }
    const { id, passwordHash } = await signUp(call, { ...account, password, confirmPassword: password })
    const { token } = await startSession(call, { id, passwordHash }, 'customer', 'simulation')
    principals.set(name, { customer: await findCustomer(ctx, db, token), staff: null, restrictedStaff: null })
  }
  for (const name of staffNames) {
    if (name !== 'boss') await person('boss').api.admin.staff.add({ name, username: name, role: staff[name] })
    const signedIn = { must_change_password: 0, password_hash: password } as const
    await db.updateTable('users').set(signedIn).where('username', '=', name).execute()
    const { id } = await db.selectFrom('users').select('id').where('username', '=', name).executeTakeFirstOrThrow()
    const { token } = await startSession(call, { id, passwordHash: password }, 'staff', 'simulation')
    principals.set(name, { customer: null, staff: await findStaff(ctx, db, token), restrictedStaff: null })
  }
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
