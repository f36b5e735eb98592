import { TRPCError } from '@trpc/server'
import { receiveWebhook } from '../../payouts/sending/receive-webhook.ts'
import { asServer } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type FakePayPalInProcess, openFakePayPal } from '../test-support/fake-paypal/fake-paypal-in-process.mjs'
import { doPayPalWork } from '../test-support/paypal-work.ts'
import { Bank } from './bank.ts'
import type { Chance } from './chance.ts'
import { Model, type Order } from './model.ts'
import { type Api, payPalApp, type Shop, sellers } from './shop.ts'

/** A rule that did not hold. `of` says of what, so that the same finding has the same name in each run. */
export type Finding = { rule: string; of: string; detail: string }

/** What findings are of that concern a seller of whom an order was approved again at another price. */
export const anotherPrice = 'an order that was approved again at another price'

/** All that acts and rules use. */
export class Simulation {
  readonly model = new Model()
  readonly banks = { hand: new Bank(50_000_00), paypal: new Bank(0) }
  readonly accounts: Record<string, string> = {}
  readonly findings: Finding[] = []
  /** The orders that the present act was about. */
  readonly touched = new Set<string>()
  readonly shop: Shop
  readonly paypal: FakePayPalInProcess
  actName = ''
  #chance: Chance
  #payPalSeen = 0

  constructor(shop: Shop, chance: Chance) {
    this.shop = shop
    this.#chance = chance
    const given = { ...payPalApp, now: () => shop.clock.now(), below: (limit: number) => this.chance.below(limit) }
    this.paypal = openFakePayPal(given)
    this.banks.paypal = new Bank(this.paypal.books().balanceCents)
  }

  begin(actName: string, chance: Chance): void {
    this.actName = actName
    this.#chance = chance
    this.touched.clear()
  }

  get chance(): Chance {
    return this.#chance
  }

  get day(): string {
    return this.shop.clock.now().toISOString().slice(0, 10)
  }

  api(name: string): Api {
    return this.shop.person(name).api
  }

  /** One of these people, by chance. */
  someone(...names: string[]): string {
    return this.chance.oneOf(names)
  }

  someSeller(): string {
    return this.chance.oneOf(sellers)
  }

  /** An order that the act is about. */
  order(test: (order: Order) => boolean): Order | undefined {
    const order = this.chance.among(this.model.ordersWhere(test), ({ id }) => id)
    if (order) this.touched.add(order.id)
    return order
  }

  report(rule: string, of: string, detail: string): void {
    if (this.findings.some((finding) => finding.rule === rule && finding.of === of)) return
    this.findings.push({ rule, of, detail })
  }

  /**
   * Makes a call, at times twice at once, and at times again after a crash that lost its answer. Returns the first
   * answer, or undefined when the product refuses the call.
   */
  async call<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const outcomes = await Promise.allSettled(this.chance.once(8) ? [work(), work()] : [work()])
    if (this.chance.once(60)) {
      await this.shop.crash()
      outcomes.push(...(await Promise.allSettled([work()])))
    }
    for (const outcome of outcomes) if (outcome.status === 'rejected') this.#judge(outcome.reason)
    return outcomes.find((outcome) => outcome.status === 'fulfilled')?.value
  }

  #judge(error: unknown): void {
    const cause = error instanceof TRPCError && error.cause ? error.cause : error
    this.refusals.push(`${this.actName}: ${String(cause).slice(0, 160)}`)
    const isRefusal = cause instanceof AppError && cause.code !== 'internal'
    if (isRefusal) return
    const isRepriced = String(cause).includes('cannot owe') && this.model.repriced.size > 0
    const of = isRepriced ? anotherPrice : this.actName
    this.report('a call never fails inside', of, String((cause as Error).stack ?? cause).slice(0, 600))
  }

  /** Why calls were refused, for whoever writes an act. */
  readonly refusals: string[] = []

  /** Does what the worker for PayPal does, and writes what PayPal moved into its statement. */
  async payPalWork(): Promise<void> {
    await doPayPalWork(this.shop)
    const { entries } = this.paypal.books()
    for (const { kind, payoutId, amountCents, feeCents } of entries.slice(this.#payPalSeen)) {
      const sign = kind === 'sent' ? -1 : 1
      const movement = { kind: kind === 'sent' ? 'payout' : 'return', about: payoutId, isBooked: true } as const
      const money = { cents: sign * amountCents, feeCents: sign * feeCents }
      this.banks.paypal.move({ ...movement, ...money, day: this.day, text: payoutId })
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

  /** The payout of an order with its version, as a person sees it on a screen. */
  async payoutOf(
    order: Order,
  ): Promise<{ id: string; version: number; state: string; amount_cents: number } | undefined> {
    return this.shop.ctx.db
      .selectFrom('payouts')
      .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
      .select(['payouts.id', 'version', 'state', 'payouts.amount_cents'])
      .where('submission_id', '=', order.id)
      .orderBy('approved_at', 'desc')
      .orderBy('idempotency_key', 'desc')
      .executeTakeFirst()
  }
}
