import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../test-support/read-sources.ts'
import { type Access, procedureAccess } from './permissions.ts'

/** The README's table 'Who may do what', held against access.ts. */

type Row = { area: string; reviewer: string; support: string; procedures: string[] }

/** What a row has to say of reviewers and support for calls of this access; owners may call all of them. */
const says: Partial<Record<Access, { reviewer: string; support: string }>> = {
  staff: { reviewer: 'yes', support: 'yes' },
  newPassword: { reviewer: 'yes', support: 'yes' },
  enrolment: { reviewer: 'yes', support: 'yes' },
  reviewer: { reviewer: 'yes', support: 'no' },
  support: { reviewer: 'no', support: 'yes' },
  owner: { reviewer: 'no', support: 'no' },
}

const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
const [, section = ''] = /\n## Who may do what\n([\s\S]*?)\n## /.exec(readme) ?? []
const rows: Row[] = section
  .split('\n')
  .filter((line) => /^\| (?!staff area)/.test(line))
  .map((line) => {
    const [, area = '', reviewer = '', support = '', calls = ''] = line.split('|').map((cell) => cell.trim())
    return {
      area,
      reviewer,
      support,
      procedures: [...calls.matchAll(/`([a-z]+\.\w+)`/gi)].map(([, name = '']) => name),
    }
  })
const named = rows.flatMap(({ procedures }) => procedures)

test.each(rows)('$area: what the README says of reviewers and support is what access.ts lets them', (row) => {
  const wrong = row.procedures.flatMap((procedure) => {
    const access = procedureAccess[procedure]
    const wanted = access && says[access]
    if (!wanted) return [`${procedure} is no call of staff: access.ts says '${access}'`]
    const isRight = wanted.reviewer === row.reviewer && wanted.support === row.support
    return isRight ? [] : [`${procedure} is '${access}': reviewer ${wanted.reviewer}, support ${wanted.support}`]
  })
  expect(wrong).toEqual([])
})

test('every call that is for staff alone has its row in the README', () => {
  const missing = Object.entries(procedureAccess)
    .filter(([procedure, access]) => says[access] && !named.includes(procedure))
    .map(([procedure, access]) => `'Who may do what' names no ${procedure}, which is for '${access}'`)
  expect(missing).toEqual([])
})

test('no call stands in two rows', () => {
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((procedure, at) => named.indexOf(procedure) !== at)).toEqual([])
})
