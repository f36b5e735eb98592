import { expect, test } from 'vitest'
import { isTest, sources } from '../testing/test-support/read-sources.ts'

/** Changes of rows that the check of a call reads, in functions that need no lock of rights. */
const needNoLock: Readonly<Record<string, string>> = {
  countTrade: 'no right',
  updateUser: 'its type leaves out rights',
  replaceHash: 'the same password',
  updateLastLogin: 'no right',
  updateLastSeen: 'no right',
  updateLastUsed: 'no right',
  consumeStep: 'only in sign-ins and by those who have a second factor',
  updateWrongCodes: 'only in sign-ins and by those who have a second factor',
  deleteExpiredSessions: 'the check reads the time itself',
  deleteStaffLinksOf: 'permits more',
  deleteEverything: 'locks the table of users',
  endAllLogins: 'before restored data is served',
}

const functions = /^(?:export )?(?:async )?function (\w+)[\s\S]*?^}/gm
const change = /(?:updateTable|deleteFrom)\('(?:users|sessions|api_tokens|second_factors|staff_links)'\)/
const newLink = /insertInto\('staff_links'\)/

test('what the check of a call reads changes only after the rights of its people are locked', () => {
  const changes = [...sources]
    .filter(([file]) => file.startsWith('src-server/') && !isTest(file) && !file.includes('/testing/'))
    .flatMap(([, text]) => [...text.matchAll(functions)])
    .filter(([text]) => change.test(text) || newLink.test(text))
  const unlocked = changes.filter(([text]) => !text.includes('tx: RightsTx')).map(([, name]) => name)
  expect(unlocked.sort()).toEqual(Object.keys(needNoLock).sort())
  expect(changes.length).toBeGreaterThan(unlocked.length + 10)
})
