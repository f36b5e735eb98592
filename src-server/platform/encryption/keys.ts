import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

type KeyPurpose = 'field' | 'file' | 'fingerprint' | 'quote' | 'audit' | 'backup' | 'limits'

/** Purposes whose retired keys are kept: their hashes must stay verifiable and cannot be recomputed. */
export const keptPurposes = ['audit', 'fingerprint'] as const
export type KeptKeys = { id: string } & Record<(typeof keptPurposes)[number], KeyObject>

/** The data keys by id. The active key encrypts; the others only decrypt. */
export type Keyring = {
  activeId: string
  ids: readonly string[]
  idsFor(purpose: KeyPurpose): readonly string[]
  /** The derived 32-byte key, as the object that Node would make of its bytes in each use. @throws for an unknown id */
  key(id: string, purpose: KeyPurpose): KeyObject
}

export type DataKey = { id: string; master: Buffer }

/** Parses `kid:base64,kid:base64`, the active key first, each 32 bytes. Its errors contain no key material. */
export function parseDataKeys(text: string) {
  const keys: DataKey[] = []
  for (const entry of text.split(',')) {
    const [id = '', encoded = ''] = entry.trim().split(':')
    const master = Buffer.from(encoded, 'base64')
    if (!/^[a-z0-9-]{1,32}$/.test(id) || master.length !== 32)
      throw new Error('Each data key is an id (a-z, 0-9, -), a colon and 32 bytes in base64.')
    if (keys.some((key) => key.id === id)) throw new Error(`The data key id '${id}' is given twice.`)
    keys.push({ id, master })
  }
  return keys
}

export function writeDataKeys(keys: readonly DataKey[]) {
  return keys.map(({ id, master }) => `${id}:${master.toString('base64')}`).join(',')
}

/** Creates a keyring from the format of `parseDataKeys`. @throws like `parseDataKeys` */
export function parseKeyring(text: string): Keyring {
  const masters = new Map(parseDataKeys(text).map(({ id, master }) => [id, master]))
  const ids = [...masters.keys()]
  const derived = new Map<string, KeyObject>()
  return {
    activeId: ids[0] ?? '',
    ids,
    idsFor: () => ids,
    key(id, purpose) {
      const name = `${id}/${purpose}`
      let key = derived.get(name)
      if (!key) {
        const master = masters.get(id)
        if (!master) throw new Error(`There is no data key '${id}'.`)
        key = derivedKey(master, Buffer.alloc(0), `gift-card-exchange/${purpose}`)
        derived.set(name, key)
      }
      return key
    },
  }
}

export function derivedKey(from: KeyObject | Buffer, salt: Buffer, info: string) {
  return createSecretKey(Buffer.from(hkdfSync('sha256', from, salt, info, 32)))
}

export function withKeptKeys(keyring: Keyring, retired: readonly KeptKeys[]): Keyring {
  if (retired.length === 0) return keyring
  const kept = new Map(retired.filter(({ id }) => !keyring.ids.includes(id)).map((keys) => [keys.id, keys]))
  const keptOf = (keyId: string, purpose: KeyPurpose) =>
    purpose === 'audit' || purpose === 'fingerprint' ? kept.get(keyId)?.[purpose] : undefined
  return {
    ...keyring,
    idsFor: (purpose) =>
      keptPurposes.some((each) => each === purpose) ? [...keyring.ids, ...kept.keys()] : keyring.ids,
    key: (keyId, purpose) => keptOf(keyId, purpose) ?? keyring.key(keyId, purpose),
  }
}
