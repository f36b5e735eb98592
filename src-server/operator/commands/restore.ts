import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formatCents } from '#shared/money.ts'
import { loggedEntries } from '../../audit/logged-entries.ts'
import { createContext } from '../../context.ts'
import { loggedDispositions } from '../../inventory/disposition-log.ts'
import { loggedAttempts } from '../../payouts/payout-log.ts'
import { isPaid, type ReplayedPayouts } from '../../payouts/replay-payouts.ts'
import { type Config, prepareProcess, readConfig } from '../../platform/config/config.ts'
import { lockDataDir } from '../../platform/db/data-dir-lock.ts'
import { type Keyring, parseKeyring } from '../../platform/encryption/keys.ts'
import { openDataDir } from '../../platform/storage/check-folders.ts'
import { BackupError, DATABASE, openStaging } from '../operations/backup-archive.ts'
import { finishRestore, type Restored } from '../operations/finish-restore.ts'
import { decryptBackup, verifyBackup } from '../operations/read-backup.ts'
import { entriesIn, findLogFolder, purgesIn } from '../operations/recovery-log.ts'
import { openTarget, placeRestored } from '../operations/restore-target.ts'
import { assertCopiesSite } from './open-site.ts'
import { print, readArguments, runCommand } from './run-command.ts'

const usage = `Usage: npm run restore -- <backup> [options], or npm run restore -- --finish <log> [--cleared <choice>]
  --keys <file>         the data keys; not needed where DATA_KEYS is set
  --log <file>          since-backup.jsonl, its folder or the old DATA_DIR; unless it is beside the backup
  --without-purges      bring back what was purged after the backup was made
  --without-payouts     forget what was paid after the backup was made
  --cleared <choice>    after a Clear All Data: 'bring-back' what it cleared, or clear 'again'
  --verify              only verify the backup; nothing is restored
  --finish <log>        prepare data that the backups of PostgreSQL and of the S3 store restored, with the newest
                        since-backup.jsonl of a node; all nodes are stopped
  --tar <file>          only decrypt the backup into a tar file; nothing is restored`

type Options = ReturnType<typeof readOptions>

async function main() {
  const options = readOptions()
  prepareProcess()
  const config = { ...readConfig(), logLevel: 'warn' as const }
  if (options.finish) return finish(config, options.finish, options)
  const keys = readKeys(config, options)
  if (options.isVerifying) return verify(config, options, keys.keyring)
  if (options.tar) {
    await decryptBackup(keys.keyring, options.backup, options.tar)
    return print(`${options.tar} contains names, addresses and password hashes: delete it when you have read it.`)
  }
  assertCopiesSite(config, 'restore')
  const isWithoutLog = options.isWithoutPurges && options.isWithoutPayouts
  const folder = isWithoutLog ? undefined : findLogFolder(options.backup, options.log)
  const target = await openTarget(config)
  try {
    const manifest = await verifyBackup(keys.keyring, options.backup, target.folder)
    // The server reads the key file from DATA_DIR, unless DATA_KEYS is set.
    if (keys.toStore)
      writeFileSync(path.join(target.folder, 'data-keys'), keys.toStore, { mode: 0o600, flag: 'wx', flush: true })
    const inside = { ...config, dataDir: target.folder, databaseFile: path.join(target.folder, DATABASE) }
    await using ctx = await createContext(inside)
    const purges = options.isWithoutPurges ? undefined : folder
    const again = purges === undefined ? undefined : purgesIn(keys.keyring, purges, options.log)
    const logged = loggedIn(keys.keyring, options.isWithoutPayouts ? undefined : folder)
    const from = { source: `Backup of ${manifest.madeAt}`, head: manifest.audit.head, ...logged }
    const restored = await finishRestore(ctx, from, again, options.cleared)
    print(described(manifest))
    printPurges(restored, purges)
  } catch (error) {
    await target.abandon()
    throw error
  }
  await placeRestored(config)
  await target.release()
  print(`Restored to ${config.dataDir}. All sessions, links and API tokens are revoked: users must sign in again.`)
}

async function finish(config: Config, log: string, { isWithoutPayouts, cleared }: Options) {
  if (!config.cluster && !existsSync(config.databaseFile))
    throw new BackupError('noInput', `There is no database at ${config.databaseFile}.`)
  openDataDir(config.dataDir)
  using _ = lockDataDir(config.dataDir)
  await using ctx = await createContext(config)
  const folder = findLogFolder(log, log)
  const logged = loggedIn(ctx.keyring, isWithoutPayouts ? undefined : folder)
  const from = { source: 'Backup of the engines', head: '', ...logged }
  printPurges(await finishRestore(ctx, from, purgesIn(ctx.keyring, folder, undefined), cleared), folder)
  print('All sessions, links and API tokens are revoked: users must sign in again.')
}

function loggedIn(keyring: Keyring, folder: string | undefined) {
  if (folder === undefined) return {}
  return {
    payouts: entriesIn(keyring, loggedAttempts, folder),
    dispositions: entriesIn(keyring, loggedDispositions, folder),
    entries: entriesIn(keyring, loggedEntries, folder),
  }
}

function printPurges({ replayed, codes, numbers, photos, ...restored }: Restored, purges: string | undefined) {
  print(purges ? `Purged again: ${replayed} of ${purges};` : 'Nothing was purged again;')
  print(`by age and status: ${codes} codes, ${numbers} numbers, ${photos} photos.`)
  if (restored.paid) printPayouts(restored.paid)
  if (restored.held > 0)
    print(`Held until someone has compared them with what was paid since the backup: ${restored.held} payouts.`)
  for (const id of restored.bought) print(`Bought since the backup, in stock again: ${id}`)
  for (const { kind, submission, amountCents, faceCents, reference, at, id } of restored.lostDispositions) {
    const amount = formatCents(Math.abs(amountCents || faceCents))
    print(`Recorded after the backup, and lost: ${kind}, ${amount}, ${submission}, ${reference || id}, ${at}`)
  }
  for (const { action, object, detail, at } of restored.lostActs)
    print(`Done after the backup, and lost: ${action}, ${object}, ${detail}, ${at}`)
  for (const difference of restored.closedMonths) print(`Differs from its closing: ${difference}`)
}

function printPayouts({ applied, lost }: ReplayedPayouts) {
  print(`Paid since the backup: ${applied} steps of payouts were repeated.`)
  for (const { state, payout, submission, amountCents, reference, at } of lost) {
    const what = isPaid(state) ? 'Paid' : 'Perhaps paid'
    print(
      `${what} for an order that is lost: ${formatCents(amountCents)}, ${submission}, ${payout}, ${reference}, ${at}`,
    )
  }
}

async function verify({ dataDir }: Config, { backup }: Options, keyring: Keyring) {
  await using staging = await openStaging(existsSync(dataDir) ? dataDir : tmpdir())
  print(described(await verifyBackup(keyring, backup, staging.folder, { isDatabaseOnly: true })))
  print('OK')
}

const isFlag = { type: 'boolean', default: false } as const
const isText = { type: 'string' } as const
const options = {
  keys: isText,
  log: isText,
  'without-purges': isFlag,
  'without-payouts': isFlag,
  cleared: isText,
  verify: isFlag,
  tar: isText,
  finish: isText,
}

const readOptions = () =>
  readArguments(usage, options, ([backup = '', ...more], values) => {
    const { cleared, finish } = values
    const isOfBackup = values.keys || values.log || values['without-purges'] || values.verify || values.tar
    if (finish ? backup !== '' || isOfBackup : backup === '') return undefined
    if (more.length > 0 || (values.verify && values.tar)) return undefined
    if (cleared !== undefined && cleared !== 'again' && cleared !== 'bring-back') return undefined
    return {
      backup: path.resolve(backup),
      finish: finish && path.resolve(finish),
      keys: values.keys,
      log: values.log && path.resolve(values.log),
      isWithoutPurges: values['without-purges'],
      isWithoutPayouts: values['without-payouts'],
      cleared,
      isVerifying: values.verify,
      tar: values.tar && path.resolve(values.tar),
    } as const
  })

/** `toStore` is the key file of the restored site; undefined with DATA_KEYS. */
function readKeys({ dataKeys, dataDir }: Config, options: Options): { keyring: Keyring; toStore: string | undefined } {
  if (dataKeys && options.keys) throw new BackupError('usage', 'DATA_KEYS is set, so leave out --keys.')
  const beside = path.join(dataDir, 'data-keys')
  const isReading = options.isVerifying || options.tar !== undefined
  const file = options.keys ?? (isReading && existsSync(beside) ? beside : undefined)
  if (!dataKeys && !file)
    throw new BackupError(
      'config',
      'A backup is opened by the data keys: set DATA_KEYS, or name their file with --keys.',
    )
  if (file && !existsSync(file)) throw new BackupError('noInput', `There is no key file ${file}.`)
  const text = dataKeys ?? readFileSync(file ?? '', 'utf8').trim()
  try {
    return { keyring: parseKeyring(text), toStore: dataKeys ? undefined : `${text}\n` }
  } catch (error) {
    throw new BackupError('config', error instanceof Error ? error.message : String(error))
  }
}

function described({ madeAt, rows, orders, audit }: Awaited<ReturnType<typeof verifyBackup>>) {
  return (
    `Backup of ${madeAt}: ${rows.users} accounts, ${orders} submissions, ${rows.files} files; ` +
    `all bytes, pages and references verified.\nAudit log: ${audit.entries} entries, head ${audit.head || 'none'}`
  )
}

runCommand(main)
