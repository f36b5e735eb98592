import { expect, test } from 'vitest'
import { misspeltNames } from './env-file.ts'

const known = ['PORT', 'HOST', 'DATA_DIR', 'BACKUP_DIR', 'RETENTION_DAYS', 'ADMIN_PASSWORD', 'ADMIN_PASSWORD_HASH']

test.each([
  ['BACKUPDIR', 'BACKUP_DIR'],
  ['RETENTION_DAY', 'RETENTION_DAYS'],
  ['RETENTOIN_DAYS', 'RETENTION_DAYS'],
  ['data_dir', 'DATA_DIR'],
  ['ADMIN_PASS', 'ADMIN_PASSWORD'],
  ['ADMIN_PASSWORDHASH', 'ADMIN_PASSWORD_HASH'],
  ['PORTS', 'PORT'],
])('reports %s as a misspelling of %s', (name, nearest) => {
  expect(misspeltNames([name], known)).toEqual([{ name, nearest }])
})

test('ignores known names and those of other programs', () => {
  expect(
    misspeltNames([...known, 'NODE_ENV', 'TZ', 'PATH', 'HOSTNAME', 'COMPOSE_PROJECT_NAME', 'UV_X'], known),
  ).toEqual([])
})
