import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Pagination } from '#shared/paging-schema.ts'
import { policyDefaults } from '#shared/policy.ts'
import { builtFile } from '../test-support/built-site.ts'
import { aPhoto, submitFields } from '../test-support/factories.ts'
import { type FakePayPal, startFakePayPal } from '../test-support/fake-paypal/fake-paypal.ts'
import { toPayPal } from '../test-support/payouts.ts'
import { payPalVariables } from '../test-support/paypal-site.ts'
import { multipartForm, RestClient } from '../test-support/rest-client.ts'
import { processOwner, startServerProcess } from '../test-support/server-process.ts'
import { askNoSecondPerson } from '../test-support/site-controls.mjs'
import { tempFolder } from '../test-support/temp-folder.ts'
import { findInconsistencies } from './partial-writes.ts'
import { seededRandom } from './seeded-random.ts'
import { atScale, recordMetric } from './system-test.ts'

const KILLS = atScale(40, 200)
/** Approved at once before each kill, so that the kill interrupts several payouts. */
const PER_KILL = 2
const PAYOUT_CENTS = 9200
const command = builtFile('server/ledger.js')

test(`${KILLS} kills in the middle of payouts by PayPal pay every order exactly once`, async () => {
  using folder = tempFolder()
  await using fake = await startFakePayPal()
  const random = seededRandom(15)
  const start = () => startServerProcess(folder.path, { ...payPalVariables(fake), LIMITS: 'off', LOG_LEVEL: 'warn' })
  let server = await start()
  const [customer, owner] = [new RestClient(() => server.url), new RestClient(() => server.url)]
  await customer.signUp('customer@mail.example')
  await owner.call('POST', '/api/admin/login', processOwner)
  await askNoSecondPerson(server.url, processOwner)
  const values = { ...policyDefaults.payouts, paypalSends: 'automatic' }
  await owner.call('PUT', '/api/admin/policies/payouts', { base: 0, values })

  const orders: string[] = []
  const problems: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const submitted = await Promise.all(Array.from({ length: PER_KILL }, () => submit(customer)))
    orders.push(...submitted)
    // The answer of every second kill is lost although PayPal has acted.
    if (kill % 2 === 0) await fake.fail({ operation: 'create', when: 'after', how: 'never' })
    const before = await countPosts(fake)
    const approvals = submitted.map((id) => owner.call('POST', `/api/admin/submissions/${id}/approve`, {}))
    const enough = before + random.below(PER_KILL + 1)
    await Promise.all(approvals)
    await expect.poll(() => countPosts(fake), { timeout: 20_000, interval: 1 }).toBeGreaterThanOrEqual(enough)
    await server.end('SIGKILL')
    await fake.endFaults()
    server = await start()
    problems.push(...findInconsistencies(folder.path))
  }

  const countPaid = async () => {
    const page = await owner.call<{ pagination: Pagination }>('GET', '/api/admin/payouts?state=paid&limit=1')
    return page.pagination.totalItems
  }
  await expect.poll(countPaid, { timeout: 60_000, interval: 200 }).toBe(orders.length)
  const { batches, sentCents, returnedCents } = await fake.books()
  const keys = batches.map(({ key }) => key).sort()
  recordMetric({
    claim: 'SIGKILL in the middle of payouts by PayPal',
    figure: `${KILLS} kills, ${orders.length} orders, ${batches.length} payments, ${problems.length} partial writes`,
    goal: 'as many payments as orders / 0',
    isMet: batches.length === orders.length && problems.length === 0,
  })
  expect(problems).toEqual([])
  expect(keys).toEqual(orders.map((id) => `${id}-1-a1`).sort())
  expect([sentCents, returnedCents]).toEqual([orders.length * PAYOUT_CENTS, 0])
  const transactions = await customer.call<{ status: string }[]>('GET', '/api/user/transactions')
  expect(transactions.map(({ status }) => status)).toEqual(orders.map(() => 'completed'))
  const balances = await owner.call<{ account: string; balance: number }[]>('GET', '/api/admin/ledger/balances')
  expect(balances.find(({ account }) => account === 'payable')?.balance).toBe(0)
  expect(await server.end('SIGTERM')).toBe(0)
  const env = { PATH: process.env.PATH, DATA_DIR: folder.path }
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'verify'], { env, cwd: folder.path })
  expect(stdout).toMatch(/OK\n$/)
  // Each kill takes about a second.
}, 1_200_000)

async function submit(customer: RestClient): Promise<string> {
  const form = multipartForm(submitFields(toPayPal()), [{ name: 'front.png', bytes: aPhoto() }])
  return (await customer.call<{ submissionId: string }>('POST', '/api/submit', form)).submissionId
}

async function countPosts(fake: FakePayPal): Promise<number> {
  return Object.values((await fake.books()).posts).reduce((sum, count) => sum + count, 0)
}
