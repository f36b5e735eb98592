import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { type DataKey, type Keyring, parseDataKeys, parseKeyring, writeDataKeys } from './keys.ts'

export function newDataKey(id: string): DataKey {
  return { id, master: randomBytes(32) }
}

/** Reads the key file, or creates it (mode 0600) when `mayCreate`: only while no encrypted data exists. */
export function loadKeyFile(file: string, mayCreate: boolean): Keyring {
  if (!existsSync(file)) {
    if (!mayCreate)
      throw new Error(`The database holds data, but its key file ${file} is missing. Restore it or set DATA_KEYS.`)
    const part = writePart(file, [newDataKey('k1')])
    try {
      // Unlike a rename, a link never replaces a key file that another process has just created.
      linkSync(part, file)
    } finally {
      rmSync(part)
    }
    syncFolderOf(file)
  }
  return parseKeyring(readKeyFile(file))
}

/** The keys of the key file, the active one first. @throws when other users can read it or it is invalid */
export function readKeysOf(file: string) {
  return parseDataKeys(readKeyFile(file))
}

/** Replaces the key file atomically; the keys are on disk when it returns. */
export function replaceKeyFile(file: string, keys: readonly DataKey[]) {
  renameSync(writePart(file, keys), file)
  syncFolderOf(file)
}

export function readKeyFile(file: string) {
  if ((statSync(file).mode & 0o077) !== 0)
    throw new Error(`The key file ${file} can be read by others. Run: chmod 600 ${file}`)
  return readFileSync(file, 'utf8').trim()
}

function writePart(file: string, keys: readonly DataKey[]) {
  const part = `${file}.${process.pid}.part`
  rmSync(part, { force: true })
  writeFileSync(part, `${writeDataKeys(keys)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return part
}

function syncFolderOf(file: string) {
  const folder = openSync(path.dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
