import { receiveWebhook } from '../../payouts/sending/paypal-calls.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { asServer } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { waitingOf } from '../../web/trpc/declaring.ts'
import { type FakePayPalInProcess, openFakePayPal } from '../test-support/fake-paypal/fake-paypal-in-process.mjs'
import { doPayPalWork } from '../test-support/paypal-work.ts'
import { Bank, type BankName, bankNames, type Movement } from './bank.ts'
import type { Chance } from './chance.ts'
import { type Debt, Model, type Order, type Waits } from './model.ts'
import type { Name } from './persons.ts'
import type { RuleName } from './rule-names.ts'
import { type Api, payPalApp, type Shop } from './shop.ts'

/** A rule that did not hold. `of` says of what, so that the same finding has the same name in each run. */
export type Finding = { rule: RuleName; of: string; detail: string }

export type Payout = { id: string; version: number; state: string }

/** All that acts and rules use. */
export class Simulation {
  readonly model = new Model()
  readonly banks: Record<BankName, Bank>
  readonly accounts: Record<BankName, string> = { hand: '', paypal: '', balance: '', till: '' }
  readonly findings: Finding[] = []
  /** Why calls were refused, for the author of an act. */
  readonly refusals: string[] = []
  /** The orders that the present act was about. */
  readonly touched = new Set<string>()
  readonly shop: Shop
  readonly paypal: FakePayPalInProcess
  /** What a restore would list: records it again. */
  lost: (() => Promise<void>)[] = []
  /** The accounts that sellers have deleted. */
  readonly formerIds = new Map<Name, readonly string[]>()
  actName = ''
  chance: Chance
  #payPalSeen = 0
  readonly #differences = new Map<string, number>()

  constructor(shop: Shop, chance: Chance) {
    this.shop = shop
    this.chance = chance
    const given = { ...payPalApp, now: () => shop.clock.now(), below: (limit: number) => this.chance.below(limit) }
    this.paypal = openFakePayPal(given)
    const paypal = new Bank(this.paypal.books().balanceCents)
    this.banks = { hand: new Bank(50_000_00), paypal, balance: new Bank(2_000_00), till: new Bank(300_00) }
  }

  begin(actName: string, chance: Chance): void {
    this.actName = actName
    this.chance = chance
    this.touched.clear()
  }

  get day(): string {
    return this.shop.clock.now().toISOString().slice(0, 10)
  }

  /** The accounts that the shop has now. */
  get openBanks(): BankName[] {
    return bankNames.filter((name) => this.accounts[name] !== '')
  }

  /** The accounts of a person, the present one first. */
  idsOf(name: Name): string[] {
    return [this.shop.person(name).id, ...(this.formerIds.get(name) ?? [])]
  }

  api(name: Name): Api {
    return this.shop.person(name).api
  }

  pass(ms: number): void {
    this.shop.clock.set(this.shop.clock.now().getTime() + ms)
  }

  /** An order that the act is about. */
  order(which: (order: Order) => boolean = () => true): Order | undefined {
    const order = this.chance.among(this.model.ordersWhere(which), ({ id }) => id)
    if (order) this.touched.add(order.id)
    return order
  }

  /** A debt that is not paid. */
  debt(which: (debt: Debt) => boolean = () => true): Debt | undefined {
    const open = [...this.model.debts.values()].filter((debt) => debt.leftCents > 0 && which(debt))
    const debt = this.chance.among(open, ({ problemId }) => problemId)
    if (debt) this.touched.add(debt.order.id)
    return debt
  }

  /** Moves money at a bank, which writes it today or `days` later. */
  moveMoney(bank: BankName, movement: Movement, days = 0): void {
    const day = new Date(this.shop.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
    this.banks[bank].move(day, movement)
  }

  report(rule: RuleName, of: string, detail: string): void {
    if (this.findings.some((each) => each.rule === rule && each.of === of)) return
    this.findings.push({ rule, of, detail })
  }

  /** Compares cents, and reports a difference once, so that a later one is seen too. */
  compare(rule: RuleName, { what, of = what }: { what: string; of?: string }, [is, should]: [number, number]): void {
    const former = this.#differences.get(`${rule} ${what}`) ?? 0
    this.#differences.set(`${rule} ${what}`, is - should)
    if (is - should !== former && is !== should)
      this.report(rule, of, `${what}: the product has ${is} cents, the model ${should}.`)
  }

  /**
   * Makes a call with a key, at times twice at once, by two persons or by one with the same key, and at times again
   * after a crash that lost its answer. `after` follows when it is done, which may be when a second person has released
   * it. Returns the first answer, or undefined when the product refuses the call or it waits.
   */
  async call<Result>(
    work: (requestKey: string, isOther: boolean) => Promise<Result>,
    after?: (answer: Result) => unknown,
    by: readonly [Name, Name] = ['fay', 'fay'],
  ): Promise<Result | undefined> {
    const key = `k${this.chance.below(1e9)}`
    const [isDoubled, isOther] = [this.chance.once(8), this.chance.once(2)]
    const calls = isDoubled ? [work(key, false), work(key, isOther)] : [work(key, false)]
    const outcomes = await Promise.allSettled(calls)
    if (this.chance.once(60)) {
      await this.shop.crash()
      outcomes.push(...(await Promise.allSettled([work(key, false)])))
    }
    const askers = [by[0], isOther ? by[1] : by[0], by[0]]
    let done: { answer: Result } | undefined
    for (const [at, outcome] of outcomes.entries())
      if (outcome.status === 'rejected') this.#judge(outcome.reason)
      else if (!this.#waits(outcome.value, isDoubled ? askers[at] : by[0], after)) done ??= { answer: outcome.value }
    if (done) await after?.(done.answer)
    const waits = [...this.model.waiting.values()].findLast(({ isNew }) => isNew)
    if (waits) {
      waits.isNew = false
      const other = waits.by === 'fay' ? 'boss' : 'fay'
      if (this.chance.once(2)) await this.endWaiting(waits, other, this.chance.once(6) ? 'cancel' : 'release')
    }
    return done?.answer
  }

  /** Whether a call waits for a second person, which the model notes once. */
  #waits<Result>(answer: Result, by: Name = 'fay', after?: (answer: Result) => unknown): boolean {
    const { waiting } = waitingOf(answer)
    if (!waiting) return false
    const { id, end } = waiting
    const orders = this.model.ordersWhere((order) => this.touched.has(order.id))
    const waits = { id, by, orders, end, isNew: true, done: () => after?.(answer) }
    if (!this.model.waiting.has(id)) this.model.waiting.set(id, waits)
    return true
  }

  /** A person releases or cancels what waits: who has asked for it, and who may not pay, does not release it. */
  async endWaiting(waits: Waits, by: Name, how: 'release' | 'cancel'): Promise<void> {
    const { id, orders, done } = waits
    const may = (by === 'boss' || by === 'fay') && (how === 'cancel' || by !== waits.by)
    const ended = await this.call(() => this.api(by).waitingActs[how]({ id }))
    const isDone = ended !== undefined && ended.state !== 'overtaken'
    if (ended ? isDone && !may : may) this.report('waiting', `${how} by ${by}`, `${id} is ${ended?.state}`)
    if (!ended) return
    for (const order of orders) this.touched.add(order.id)
    this.model.waiting.delete(id)
    if (ended.state === 'released') await done()
  }

  #judge(error: unknown): void {
    const cause = error instanceof Error && error.cause ? error.cause : error
    this.refusals.push(`${this.actName}: ${String(cause).slice(0, 160)}`)
    const isRefusal = cause instanceof AppError && cause.code !== 'internal'
    if (!isRefusal) this.report('calls', this.actName, String((cause as Error).stack ?? cause).slice(0, 600))
  }

  /** Does what the worker for PayPal does, and writes what PayPal moved into its statement. */
  async payPalWork(): Promise<void> {
    await doPayPalWork(this.shop)
    const { entries } = this.paypal.books()
    for (const { kind, payoutId, amountCents, feeCents } of entries.slice(this.#payPalSeen)) {
      const isSent = kind === 'sent'
      const money = { cents: isSent ? -amountCents : amountCents, feeCents: isSent ? -feeCents : feeCents }
      this.moveMoney('paypal', { kind: isSent ? 'payout' : 'return', about: [payoutId], text: payoutId, ...money })
    }
    this.#payPalSeen = entries.length
  }

  /** Has PayPal send a webhook about a payout, and the product look it up. */
  async payPalWebhook(payoutId: string): Promise<void> {
    const { headers, body } = await this.paypal.signWebhook(payoutId)
    const source = { ip: '127.0.0.1', apiToken: undefined }
    await receiveWebhook(asServer(this.shop.ctx), { headers, body: Buffer.from(body), source })
    await this.payPalWork()
  }

  payPalStatus(payoutId: string): string | undefined {
    return this.paypal.books().batches.findLast(({ item }) => item.payoutId === payoutId)?.item.status
  }

  /** The newest payout of an order, as a person sees it on a screen. */
  async payoutOf(order: Order): Promise<Payout | undefined> {
    return this.shop.db
      .selectFrom('payouts')
      .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
      .select(['payouts.id', 'version', 'state'])
      .where('submission_id', '=', order.id)
      .where('refund_of', 'is', null)
      .orderBy('approved_at', 'desc')
      .orderBy('idempotency_key', 'desc')
      .executeTakeFirst()
  }

  async itemVersion({ id }: Order): Promise<number> {
    const items = this.shop.db.selectFrom('inventory_items').select('version').where('submission_id', '=', id)
    return (await items.executeTakeFirst())?.version ?? 0
  }

  /** A problem as finance sees it. */
  async problemOf(id: string): Promise<{ id: string; version: number } | undefined> {
    const { data } = await this.api('boss').admin.problems.list({ state: 'all', limit: 100 })
    return data.find((problem) => problem.id === id)
  }
}
