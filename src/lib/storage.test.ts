import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearStored, clearStoredOfOthers, readStored, removeStored, writeStored } from './storage.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

beforeEach(() => vi.stubGlobal('window', { localStorage: memoryStorage() }))
afterEach(() => vi.unstubAllGlobals())

test('reads a written value until it is removed', () => {
  writeStored('draft', 'apple')
  expect(readStored('draft', text)).toBe('apple')
  removeStored('draft')
  expect(readStored('draft', text)).toBeUndefined()
})

test('reads a malformed value as absent', () => {
  window.localStorage.setItem('gce.draft', '{broken')
  expect(readStored('draft', text)).toBeUndefined()
  writeStored('draft', 7)
  expect(readStored('draft', text)).toBeUndefined()
})

test('clears all keys of the site and no others', () => {
  writeStored('draft', 'apple')
  writeStored('orders', 'two')
  window.localStorage.setItem('other', 'theirs')
  clearStored()
  expect(window.localStorage.length).toBe(1)
  expect(window.localStorage.getItem('other')).toBe('theirs')
})

test('removes the keys of other customers only', () => {
  for (const key of ['chat-draft_dana', 'chat-draft_eve', 'transactions_eve', 'draft', 'device.a_b'])
    writeStored(key, key)
  clearStoredOfOthers('dana')
  const kept = Array.from({ length: window.localStorage.length }, (_, at) => window.localStorage.key(at))
  expect(kept).toEqual(['gce.chat-draft_dana', 'gce.draft', 'gce.device.a_b'])
})

test('keeps the preferences of the device', () => {
  writeStored('device.theme', 'dark')
  writeStored('draft', 'apple')
  clearStored()
  expect(readStored('device.theme', text)).toBe('dark')
  expect(readStored('draft', text)).toBeUndefined()
})

test('does not throw without storage', () => {
  vi.stubGlobal('window', {
    get localStorage(): never {
      throw new Error('refused')
    },
  })
  expect(() => writeStored('draft', 'apple')).not.toThrow()
  expect(readStored('draft', text)).toBeUndefined()
})

function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}
