import { expect, test } from 'vitest'
import { startProblem } from '../logging/startup-error.ts'
import { errorResponse } from './error-response.ts'

const failure = (code: string) => Object.assign(new Error(`${code}: no, open '/srv/data/files/x'`), { code })

test.each([
  ['SQLITE_FULL', 507, 'storage_full'],
  ['ENOSPC', 507, 'storage_full'],
  ['SQLITE_BUSY', 503, 'unavailable'],
  ['SQLITE_CANTOPEN', 503, 'unavailable'],
  ['EMFILE', 503, 'unavailable'],
  ['EROFS', 503, 'unavailable'],
  ['SQLITE_IOERR_WRITE', 500, 'internal'],
  ['EIO', 500, 'internal'],
])('%s returns %i with a message without internals', (code, status, expected) => {
  const answer = errorResponse(failure(code))
  expect(answer).toMatchObject({ status, body: { code: expected } })
  expect(answer.body.message).not.toMatch(/\/|SQLITE|\bE[A-Z]{3}/)
})

test.each([
  ['SQLITE_CORRUPT', /database is damaged.*Restore a backup/],
  ['SQLITE_NOTADB', /database is damaged/],
  ['ENOSPC', /is full.*Free some space/],
  ['EROFS', /cannot be written/],
  ['SQLITE_CANTOPEN', /cannot be opened/],
  ['SQLITE_BUSY', /Another process is using the database/],
  ['EIO', /does not work/],
])('a start that fails with %s logs what the operator can do', (code, words) => {
  expect(startProblem(failure(code))).toMatch(words)
})

test('keeps the message of any other error', () => {
  expect(startProblem(new Error('The data key is missing.'))).toBe('The data key is missing.')
  expect(startProblem('odd')).toBe('odd')
})
