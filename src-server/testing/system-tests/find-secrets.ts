import { readdirSync } from 'node:fs'
import path from 'node:path'
import { readMail } from '../test-support/read-mail.ts'
import { readIfThere } from './read-if-there.ts'

/** A text or bytes that must not be readable; `mayStandIn` lists the kinds of places it is intended for. */
export type Needle = { name: string; text: string; mayStandIn?: readonly PlaceKind[] }
type PlaceKind = 'disk' | 'mail' | 'log' | 'answer' | 'frame' | 'browser' | 'profile'
export type Place = { kind: PlaceKind; name: string; bytes: Buffer }

/** Every file below a folder; mails decoded as well. */
export function placesOf(folder: string): Place[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return files.flatMap((name): Place[] => {
    const bytes = readIfThere(name)
    if (!bytes) return []
    if (!name.endsWith('.eml')) return [{ kind: 'disk', name, bytes }]
    const { text, html } = readMail(bytes.toString())
    return [
      { kind: 'mail', name, bytes },
      { kind: 'mail', name, bytes: Buffer.from(text + html) },
    ]
  })
}

/** Searches for a needle: plain, reversed, or in base64, base64url, hex or percent-encoding. */
export function findSecrets(places: readonly Place[], needles: readonly Needle[]): string[] {
  return needles.flatMap(({ name, text, mayStandIn = [] }) => {
    const forms = formsOf(text)
    return places
      .filter(({ kind }) => !mayStandIn.includes(kind))
      .filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
      .map((place) => `${name} in ${place.kind} ${place.name}`)
  })
}

function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  // In base64 the first and last characters depend on the neighbouring bytes.
  const inner = [0, 1, 2].map((shift) => bytes.subarray(shift, bytes.length - ((bytes.length - shift) % 3)))
  const forms = [
    text,
    JSON.stringify(text).slice(1, -1),
    [...text].reverse().join(''),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+'),
    ...inner.flatMap((part) => [part.toString('base64'), part.toString('base64url')]),
  ]
  return [...new Set(forms)].filter((form) => form.length > 5)
}
