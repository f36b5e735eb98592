import { expect, test } from 'vitest'
import { zeroBalance } from '../test-support/appeals.ts'
import { anEvidence } from '../test-support/evidence.ts'
import { aRejectedSubmission } from '../test-support/factories.ts'
import type { Person } from '../test-support/test-app.ts'
import { outcomes, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Pictures of what reviewers saw, added on two nodes. */

const ROUNDS = 6

const site = await twoNodesOfFile()
const seller = await site.one.customer()
const rob = await site.onBoth(await site.one.colleague('reviewer'))
const rita = await site.onBoth(await site.one.colleague('reviewer'))

const nodes = () => [site.one, site.other] as const
/** An order that Rob has rejected, and whose seller is owed the evidence. */
const owedOrder = () => aRejectedSubmission(site.one, seller, rob[0], {}, zeroBalance)
const record = (by: Person, submissionId: string, evidenceId: string) =>
  by.api.admin.review.recordCheck({ submissionId, outcome: 'zero', how: 'website', evidenceId })

/** The checks on which the decisions of an order are based, from its second version on, and until when one is owed. */
async function stateOf(id: string) {
  const { db } = site.one.ctx
  const changes = db.selectFrom('status_changes').select('check_id').where('submission_id', '=', id)
  const decisions = (await changes.orderBy('version').execute()).slice(1)
  const orders = db.selectFrom('submissions').select('evidence_due_at').where('id', '=', id)
  const mails = (await site.mailSubjects()).filter((subject) => subject.includes(id))
  return {
    basedOn: decisions.map(({ check_id }) => check_id),
    isOwed: (await orders.executeTakeFirstOrThrow()).evidence_due_at !== null,
    mails,
  }
}

test('late evidence is that of one decision, also when a colleague decides at the same time', () =>
  rounds(ROUNDS, async (first, second) => {
    const id = await owedOrder()
    const evidenceId = await anEvidence(site.one, rob[0], id)
    const before = (await stateOf(id)).mails.length
    const made = await outcomes(
      () => record(rob[first], id, evidenceId),
      () =>
        rita[second].api.admin.submissions.setStatus({
          ...{ submissionId: id, status: 'rejected', reasonCode: 'linked', version: 2 },
        }),
    )
    expect(made).toEqual(['ok', 'ok'])
    const { basedOn, isOwed, mails } = await stateOf(id)
    expect(basedOn.filter((check) => check !== null)).toHaveLength(1)
    expect(isOwed).toBe(basedOn[1] === null)
    // One about the decision, one about the evidence.
    expect(mails).toHaveLength(before + 2)
  }))

test('late evidence beside a decision that needs none belongs to the former decision or to none', () =>
  rounds(ROUNDS, async (first, second) => {
    const id = await owedOrder()
    const evidenceId = await anEvidence(site.one, rob[0], id)
    const before = (await stateOf(id)).mails.length
    const made = await outcomes(
      () => record(rob[first], id, evidenceId),
      () => rita[second].api.admin.submissions.setStatus({ submissionId: id, status: 'processing', version: 2 }),
    )
    expect(made).toEqual(['ok', 'ok'])
    const { basedOn, isOwed, mails } = await stateOf(id)
    expect([basedOn[1], isOwed]).toEqual([null, false])
    expect(mails).toHaveLength(before + (basedOn[0] === null ? 1 : 2))
  }))

test('of two pictures that are added at once both are kept, and one is mailed as the evidence', () =>
  rounds(ROUNDS, async (first, second) => {
    const id = await owedOrder()
    const before = (await stateOf(id)).mails.length
    const ids = await Promise.all([
      anEvidence(nodes()[first], rob[first], id),
      anEvidence(nodes()[second], rita[second], id),
    ])
    const files = site.one.ctx.db.selectFrom('files').select('id').where('submission_id', '=', id)
    const stored = await files.where('kind', '=', 'evidence').execute()
    expect(stored.map((file) => file.id).toSorted()).toEqual(ids.toSorted())

    const made = await outcomes(
      () => record(rob[first], id, ids[0]),
      () => record(rita[second], id, ids[1]),
    )
    expect(made).toEqual(['ok', 'ok'])
    const checks = site.one.ctx.db
      .selectFrom('balance_checks')
      .select(['id', 'file_id'])
      .where('submission_id', '=', id)
    const rows = await checks.execute()
    expect(rows.map(({ file_id }) => file_id).toSorted()).toEqual(ids.toSorted())
    const { basedOn, isOwed, mails } = await stateOf(id)
    expect([isOwed, mails.length]).toEqual([false, before + 1])
    expect(rows.map((check) => check.id)).toContain(basedOn[0])
    for (const file of ids)
      expect((await site.other.request('GET', `/api/files/${file}`, { as: rob[1] })).statusCode).toBe(200)
  }))
