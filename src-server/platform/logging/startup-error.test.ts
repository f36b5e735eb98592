import { expect, test } from 'vitest'
import { ConnectionLost } from '../db/dialect/postgres-errors.ts'
import { exitCodeOfStart } from './startup-error.ts'

const withCode = (code: string) => Object.assign(new Error('refused'), { code })

test.each([
  ['a database that is not reachable', new ConnectionLost(withCode('ECONNREFUSED')), 75],
  ['a database that starts up', new ConnectionLost(withCode('57P03')), 75],
  ['a lock that another node holds for too long', withCode('55P03'), 75],
  ['a query that was canceled', withCode('57014'), 75],
  ['a wrong password', withCode('28P01'), 78],
  ['a port in use', withCode('EADDRINUSE'), 78],
  ['any other error', new Error('DATA_KEYS'), 78],
  ['no error at all', undefined, 78],
])('the exit code of a start that failed by %s says whether to try again', (_, error, code) => {
  expect(exitCodeOfStart(error)).toBe(code)
})
