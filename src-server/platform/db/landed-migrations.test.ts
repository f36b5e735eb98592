import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'

/** A digest of the code of each migration and of what they share, without comments. */
const digests: Record<string, string> = {
  '0001-operations': 'f56a2cc27ac0',
  '0002-accounts': '91df4ba32e89',
  '0003-submissions': 'c4ce50724e09',
  '0004-review-queue': '745fbd5710b5',
  '0005-chat': 'b92d24a69f15',
  '0006-files': '9d9215f5da45',
  '0007-payouts': '62f362e72326',
  '0008-ledger': '111f2ffd5626',
  '0009-catalogue': '2e13c2e2ec71',
  '0010-policies': '78a4e33e331a',
  '0011-audit': '0f546aee276a',
  '0012-payout-files': 'f1dff18acb5a',
  '0013-site': '72bfc4f5bbad',
  '0014-inventory': 'd052343a17ba',
  '0015-problems': '8b85db6ca19a',
  '0016-bank-statements': 'ffc83e7438b5',
  '0017-figures': '8612939d924d',
  '0018-custody': '12f4b6b8f25c',
  '0019-evidence': 'd11611579bfc',
  '0020-requests': 'bd873e89caec',
  '0021-appeals': '50742edeebce',
  '0022-tracking': '90d60f421688',
  '0023-resubmissions': 'cb19571676f3',
  '0024-numbers-at-commit': '0b0e9aaf3faf',
  '0025-appended-sums': 'cba134ff0619',
  '0026-audit-head': 'd9848c10bb56',
  '0027-erased-texts': '03474cf44309',
  '0028-what-clients-send': 'be278a9ec640',
  '0029-planned-decisions': '6cec3f12361d',
  '0030-page-pictures': 'b2a29eb8facc',
  statements: 'c7b99bc30ab4',
}

function digestOf(name: string): string {
  const text = readFileSync(new URL(`../../../migrations/${name}.ts`, import.meta.url), 'utf8')
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ')
  return createHash('sha256').update(code).digest('hex').slice(0, 12)
}

test('a landed migration never changes: a change is a migration of its own, added to the digests', () => {
  const names = [...Object.keys(migrations), 'statements']
  expect(Object.fromEntries(names.map((name) => [name, digestOf(name)]))).toEqual(digests)
})
