import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'

/** What a derived key is for; each purpose has a key of its own. */
export type KeyPurpose = 'field' | 'file' | 'fingerprint' | 'quote' | 'audit' | 'limits'

/** The data keys by id. New secrets are sealed with the active one; older ones still open what they sealed. */
export type Keyring = {
  activeId: string
  ids: readonly string[]
  /** The 32-byte key of this id for this purpose. @throws when the id is unknown. */
  key(id: string, purpose: KeyPurpose): Buffer
}

/**
 * Reads `kid:base64,kid:base64`, the active key first, each 32 bytes.
 * @throws in words an operator can act on; never with key material in them.
 */
export function parseKeyring(text: string): Keyring {
  const masters = new Map<string, Buffer>()
  for (const entry of text.split(',')) {
    const [id = '', encoded = ''] = entry.trim().split(':')
    const master = Buffer.from(encoded, 'base64')
    if (!/^[a-z0-9-]{1,32}$/.test(id) || master.length !== 32)
      throw new Error('Each data key is an id (a-z, 0-9, -), a colon and 32 bytes in base64.')
    if (masters.has(id)) throw new Error(`The data key id '${id}' is given twice.`)
    masters.set(id, master)
  }
  const [activeId = ''] = masters.keys()
  const derived = new Map<string, Buffer>()
  return {
    activeId,
    ids: [...masters.keys()],
    key(id, purpose) {
      const name = `${id}/${purpose}`
      let key = derived.get(name)
      if (!key) {
        const master = masters.get(id)
        if (!master) throw new Error(`There is no data key '${id}'.`)
        key = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `gift-card-exchange/${purpose}`, 32))
        derived.set(name, key)
      }
      return key
    },
  }
}

/**
 * Reads the key file, or makes one (mode 0600) when `mayCreate`: only then nothing sealed can exist yet.
 * @throws when the file is missing and may not be made, or when others could read it.
 */
export function loadKeyFile(file: string, mayCreate: boolean): Keyring {
  if (!existsSync(file)) {
    if (!mayCreate)
      throw new Error(`The database holds data, but its key file ${file} is missing. Restore it or set DATA_KEYS.`)
    writeFileSync(file, `k1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  }
  if ((statSync(file).mode & 0o077) !== 0)
    throw new Error(`The key file ${file} can be read by others. Run: chmod 600 ${file}`)
  return parseKeyring(readFileSync(file, 'utf8').trim())
}
