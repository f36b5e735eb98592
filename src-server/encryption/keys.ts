import { hkdfSync } from 'node:crypto'

/** What a derived key is for; each purpose has a key of its own. */
export type KeyPurpose = 'field' | 'file' | 'fingerprint' | 'quote' | 'audit' | 'backup' | 'limits'

/** Purposes whose old keys are needed for good: what they have made can be compared, and not made again. */
export const keptPurposes = ['audit', 'fingerprint'] as const
/** What is left of a retired key: it opens nothing. */
export type KeptKeys = { id: string } & Record<(typeof keptPurposes)[number], Buffer>

/** The data keys by id. New secrets are encrypted with the active one; older ones still open what they encrypted. */
export type Keyring = {
  activeId: string
  ids: readonly string[]
  /** Every id there is a key of for this purpose, retired ones included. */
  idsFor(purpose: KeyPurpose): readonly string[]
  /** The 32-byte key of this id for this purpose. @throws when the id is unknown. */
  key(id: string, purpose: KeyPurpose): Buffer
}

/** One data key as it stands in DATA_KEYS or in the key file. */
export type DataKey = { id: string; master: Buffer }

/**
 * Reads `kid:base64,kid:base64`, the active key first, each 32 bytes.
 * @throws in words an operator can act on; never with key material in them.
 */
export function parseDataKeys(text: string): DataKey[] {
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

/** The same as text, the active key first. */
export function writeDataKeys(keys: readonly DataKey[]): string {
  return keys.map(({ id, master }) => `${id}:${master.toString('base64')}`).join(',')
}

/** A keyring of the keys in `text`. @throws as `parseDataKeys` */
export function parseKeyring(text: string): Keyring {
  const masters = new Map(parseDataKeys(text).map(({ id, master }) => [id, master]))
  const ids = [...masters.keys()]
  const derived = new Map<string, Buffer>()
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
        key = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `gift-card-exchange/${purpose}`, 32))
        derived.set(name, key)
      }
      return key
    },
  }
}

/** The keyring together with what is left of retired keys. */
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
