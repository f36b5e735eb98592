import { expect, test } from 'vitest'
import { assertNodeVersion } from './config.ts'

test.each(['22.14.0', '22.23.3', '24.0.0', '26.10.0'])('the server starts on Node.js %s', (version) =>
  expect(() => assertNodeVersion(version)).not.toThrow(),
)

test.each(['18.20.0', '20.20.2', '22.13.0'])('the server refuses Node.js %s in words', (version) =>
  expect(() => assertNodeVersion(version)).toThrow(`Node.js ${version} is too old. Use Node.js 22.14+, 24 or 26.`),
)
