import { expect, test } from 'vitest'
import { tempFolder } from '../test-support/temp-folder.ts'
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts'

test('a folder is locked by one at a time, until the lock is disposed of', () => {
  using folder = tempFolder()
  using other = tempFolder()
  const lock = lockDataDir(folder.path)
  expect(() => lockDataDir(folder.path)).toThrow(DataDirInUse)
  lockDataDir(other.path)[Symbol.dispose]()
  lock[Symbol.dispose]()
  lockDataDir(folder.path)[Symbol.dispose]()
})
