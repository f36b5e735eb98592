import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { findPayouts } from './find-log.ts'

/** A folder with these empty files. */
function withFiles(folder: string, ...names: string[]): string {
  for (const name of names) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), '')
  }
  return folder
}

test('finds the log beside the backup or the purge log, in a folder, in an old DATA_DIR, or as named', () => {
  using disk = tempFolder()
  const beside = withFiles(path.join(disk.path, 'a'), 'x.gcebackup', 'purges.jsonl', 'payouts.jsonl')
  const old = withFiles(path.join(disk.path, 'b'), 'exchange.sqlite', 'backups/payouts.jsonl')
  const other = path.join(withFiles(path.join(disk.path, 'c'), 'kept.jsonl'), 'kept.jsonl')
  const log = path.join(beside, 'payouts.jsonl')
  for (const place of [path.join(beside, 'x.gcebackup'), path.join(beside, 'purges.jsonl'), beside])
    expect(findPayouts(place, undefined)).toBe(log)
  expect(findPayouts(beside, old)).toBe(path.join(old, 'backups/payouts.jsonl'))
  expect(findPayouts(beside, other)).toBe(other)
})

test('a purge log alone is no payout log, and the error says what to name', () => {
  using disk = tempFolder()
  const folder = withFiles(disk.path, 'purges.jsonl')
  for (const [place, named] of [
    [path.join(folder, 'purges.jsonl'), undefined],
    [folder, path.join(folder, 'no.jsonl')],
  ] as const)
    expect(() => findPayouts(place, named)).toThrow(
      /There is no payouts\.jsonl .*--payouts, or use --without-payouts\.$/,
    )
})
