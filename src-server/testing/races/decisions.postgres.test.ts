import { expect, test } from 'vitest'
import { aSubmission } from '../test-support/factories.ts'
import { lockedRows } from '../test-support/locked-rows.ts'
import type { Person } from '../test-support/test-app.ts'
import { twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Reviewers who decide on orders of different customers wait for named locks alone. */

const site = await twoNodesOfFile()
const reviewers = [await site.one.staff(), await site.one.colleague('owner')]
const customers = [await site.one.customer(), await site.one.customer()]

// These have no key by which the rows of two decisions could be compared.
const isOfSite = (row: string) => /^\w+_counts |^ledger_balances (?!.*payable:)/.test(row)
const isNamedLock = (row: string) => row.startsWith('named_locks ')

test.each([{ status: 'completed' }, { status: 'rejected', reason: 'The photo is too dark.' }] as const)(
  'decisions of different orders as $status share no row',
  async (decision) => {
    const written: string[][] = []
    // The first decisions make the rows of the sums, which all later ones could share.
    for (const at of [0, 1, 0, 1]) {
      const submissionId = await aSubmission(site.one, customers[at] as Person)
      const decide = () => (reviewers[at] as Person).api.admin.submissions.setStatus({ submissionId, ...decision })
      written.push(await lockedRows(site.one, decide))
    }
    const [first = [], second = []] = written.slice(2)
    expect(first.length).toBeGreaterThan(1)
    expect([...first, ...second].filter(isOfSite)).toEqual([])
    expect(first.filter((row) => second.includes(row) && !isNamedLock(row))).toEqual([])
  },
)
