import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts'

test('rejects a second lock on a folder until the first is disposed', () => {
  using folder = tempFolder()
  using other = tempFolder()
  const lock = lockDataDir(folder.path)
  expect(() => lockDataDir(folder.path)).toThrow(DataDirInUse)
  lockDataDir(other.path)[Symbol.dispose]()
  lock[Symbol.dispose]()
  lockDataDir(folder.path)[Symbol.dispose]()
})
