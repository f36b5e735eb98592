import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type VerifiedCopy, verifyCopy } from '../../platform/db/database-copy.ts'
import { findUnknownMigration, isUnreleased } from '../../platform/db/migrate.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { parsedJson } from '../../platform/parsed-json.ts'
import { writeGathered, writeNewFile } from '../../platform/storage/disk-storage.ts'
import {
  type ArchiveEntry,
  BackupError,
  DATABASE,
  FILES,
  hashed,
  MANIFEST,
  type Manifest,
  manifestSchema,
  openArchive,
  packTar,
} from './backup-archive.ts'

/** Concurrent file syncs: the disk combines them, which is much faster than one at a time. */
const SYNCS_AT_ONCE = 32

/**
 * Reads a whole backup and verifies every entry against the manifest. Entries that `isWanted` accepts are written into
 * `folder` with mode 600 and synced.
 */
export async function readBackup(
  keyring: Keyring,
  file: string,
  { folder, isWanted = () => true }: { folder?: string; isWanted?: (name: string) => boolean } = {},
) {
  const found = new Map<string, string>()
  const syncs = boundedSyncs()
  let manifest: Manifest | undefined
  try {
    if (folder) await mkdir(path.join(folder, FILES), { recursive: true, mode: 0o700 })
    for await (const entry of openArchive(keyring, file)) {
      if (manifest || found.has(entry.name)) throw odd(file, `${entry.name} is in it twice or behind its end`)
      if (entry.name === MANIFEST) {
        manifest = await parsed(file, entry)
        continue
      }
      const to = folder && isWanted(entry.name) ? path.join(folder, nameOf(file, entry)) : undefined
      found.set(entry.name, await unpack(entry, to, syncs.add))
    }
  } finally {
    await syncs.done()
  }
  if (!manifest) throw odd(file, 'it has no manifest')
  for (const { name, size, sha256 } of manifest.files) {
    if (found.get(name) !== `${size} ${sha256}`)
      throw odd(file, `${name} is missing in it or is not what was backed up`)
    found.delete(name)
  }
  const [unexpected] = found.keys()
  if (unexpected !== undefined) throw odd(file, `${unexpected} is not in its manifest`)
  return manifest
}

function odd(file: string, what: string) {
  return new BackupError('damaged', `The backup ${file} is damaged: ${what}. Nothing was put in place.`)
}

/** Rejects names outside the folder, even in an archive encrypted with the right key. */
function nameOf(file: string, { name }: ArchiveEntry) {
  const known = manifestSchema.shape.files.element.shape.name.safeParse(name)
  if (!known.success) throw odd(file, 'it contains an entry that does not belong to a backup')
  return known.data
}

async function parsed(file: string, { bytes }: ArchiveEntry) {
  const manifest = manifestSchema.safeParse(parsedJson(await text(bytes)))
  if (!manifest.success) throw odd(file, 'its manifest is invalid')
  return manifest.data
}

async function unpack(entry: ArchiveEntry, to: string | undefined, sync: (handle: FileHandle) => Promise<void>) {
  const hash = createHash('sha256')
  const bytes = hashed(entry.bytes, hash)
  if (to === undefined) for await (const _ of bytes);
  else {
    const handle = await open(to, 'wx', 0o600)
    try {
      await writeGathered(handle, bytes)
    } catch (error) {
      await handle.close()
      throw error
    }
    await sync(handle)
  }
  return `${entry.size} ${hash.digest('hex')}`
}

function boundedSyncs() {
  const running = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  const wait = async (max: number) => {
    while (running.size > max) await Promise.race(running)
    if (failure) throw failure.error
  }
  return {
    async add(handle: FileHandle) {
      const syncing: Promise<void> = handle
        .sync()
        .finally(() => handle.close())
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => running.delete(syncing))
      running.add(syncing)
      await wait(SYNCS_AT_ONCE)
    },
    done: () => wait(0),
  }
}

/** Unpacks a backup, or only its database, into `folder`, which the caller removes, and verifies all of it. */
export async function verifyBackup(
  keyring: Keyring,
  file: string,
  folder: string,
  { isDatabaseOnly = false } = {},
): Promise<Manifest & Pick<VerifiedCopy, 'orders'>> {
  const manifest = await readBackup(keyring, file, {
    folder,
    isWanted: (name) => !isDatabaseOnly || name === DATABASE,
  })
  if (isUnreleased(manifest.migrations))
    throw new BackupError('config', 'The backup is from before version 1.0.0, which cannot be restored.')
  const unknown = findUnknownMigration(manifest.migrations)
  if (unknown !== undefined)
    throw new BackupError(
      'config',
      `The backup was made by a newer version of the site (its schema has '${unknown}'). Restore it with that version.`,
    )
  const database = verifiedCopy(file, path.join(folder, DATABASE))
  const named = new Set([DATABASE, ...database.objects.map((key) => `${FILES}/${key}`)])
  const isSame =
    JSON.stringify([database.rows, database.migrations, database.audit]) ===
      JSON.stringify([manifest.rows, manifest.migrations, manifest.audit]) &&
    named.size === manifest.files.length &&
    manifest.files.every(({ name }) => named.has(name))
  if (!isSame)
    throw new BackupError('damaged', `The backup ${file} is damaged: its database is not what its manifest says.`)
  return { ...manifest, orders: database.orders }
}

function verifiedCopy(file: string, database: string) {
  try {
    return verifyCopy(database)
  } catch (error) {
    throw new BackupError('damaged', `The backup ${file} is damaged: ${error instanceof Error ? error.message : ''}`)
  }
}

/** Writes the contents of a backup as a new tar with mode 600. Card data and files in it stay encrypted. */
export async function decryptBackup(keyring: Keyring, file: string, tar: string) {
  try {
    await writeNewFile(tar, packTar(openArchive(keyring, file)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupError('cannotCreate', `${tar} exists already.`)
    throw error
  }
}
