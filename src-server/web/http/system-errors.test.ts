import { expect, test } from 'vitest'
import { startProblem } from '../../platform/logging/startup-error.ts'
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

const site = { dataDir: '/srv/data', metrics: { host: '127.0.0.1', port: 9464 } }

test.each([
  ['SQLITE_CORRUPT', /database is damaged.*Restore a backup/],
  ['SQLITE_NOTADB', /database is damaged/],
  ['ENOSPC', /is full.*Free some space/],
  ['EROFS', /cannot be written/],
  ['SQLITE_CANTOPEN', /cannot be opened/],
  ['SQLITE_BUSY', /Another process is using the database/],
  ['EIO', /does not work/],
])('a start that fails with %s logs what the operator can do', (code, words) => {
  expect(startProblem(failure(code), site)).toMatch(words)
})

test('keeps the message of any other error', () => {
  expect(startProblem(new Error('The data key is missing.'), site)).toBe('The data key is missing.')
  expect(startProblem('odd', site)).toBe('odd')
})

test.each([
  [{ code: 'SQLITE_CANTOPEN' }, 'A file of DATA_DIR /srv/data cannot be opened: no.'],
  [{ code: 'EACCES', path: '/srv/data' }, 'DATA_DIR /srv/data cannot be written: no.'],
  [{ code: 'ENOSPC', path: '/srv/data/files/x' }, 'The disk of DATA_DIR /srv/data (/srv/data/files/x) is full.'],
  [{ code: 'EROFS', path: '/mnt/backups' }, '/mnt/backups cannot be written: no.'],
])('a start that fails with %o names the path', (facts, message) => {
  expect(startProblem(Object.assign(new Error('no'), facts), site)).toContain(message)
})

test.each([
  ['EADDRINUSE', 3000, 'Port 3000 is in use. Choose another one: PORT=3001 npm start'],
  ['EADDRINUSE', 9464, 'Port 9464 is in use. Choose another one: METRICS_PORT=9465 npm start'],
  ['EACCES', 80, 'This user may not listen on port 80: no. Set PORT to another one.'],
  ['EADDRNOTAVAIL', 3000, 'no'],
])('a start that fails to listen with %s on port %i names the setting', (code, port, message) => {
  expect(startProblem(Object.assign(new Error('no'), { code, port, syscall: 'listen' }), site)).toBe(message)
})
