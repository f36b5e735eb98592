import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { makeFolder } from './make-folder.ts'

test('creates a folder and its parents with mode 700 and leaves an existing folder unchanged', () => {
  using temp = tempFolder()
  const folder = path.join(temp.path, 'a/b')
  makeFolder(folder)
  for (const made of [folder, path.dirname(folder)]) expect(statSync(made).mode & 0o777).toBe(0o700)
  mkdirSync(path.join(temp.path, 'open'), { mode: 0o755 })
  makeFolder(path.join(temp.path, 'open'))
  expect(statSync(path.join(temp.path, 'open')).mode & 0o777).toBe(0o755)
})

test('rejects the path of a file, and a path below one, with a message', () => {
  using temp = tempFolder()
  const file = path.join(temp.path, 'file')
  writeFileSync(file, '')
  for (const name of [file, path.join(file, 'below')])
    expect(() => makeFolder(name)).toThrow(`${file} is not a folder.`)
})

test.runIf(process.platform === 'linux')('rejects a folder below /proc instead of retrying endlessly', () => {
  expect(() => makeFolder('/proc/nope/deeper')).toThrow('The folder /proc/nope cannot be created: ENOENT')
})
