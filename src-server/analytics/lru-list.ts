type Entry<Item> = { item: Item; older: Entry<Item> | undefined; newer: Entry<Item> | undefined }

/** A Map that is reordered all the time keeps deleted slots at its front, which slow down its first item. */
export function createRecencyList<Item>() {
  const entries = new Map<string, Entry<Item>>()
  let oldest: Entry<Item> | undefined
  let newest: Entry<Item> | undefined

  function unlink(entry: Entry<Item>): void {
    if (entry.older) entry.older.newer = entry.newer
    else oldest = entry.newer
    if (entry.newer) entry.newer.older = entry.older
    else newest = entry.older
  }

  function append(entry: Entry<Item>): void {
    entry.older = newest
    entry.newer = undefined
    if (newest) newest.newer = entry
    else oldest = entry
    newest = entry
  }

  return {
    get: (id: string) => entries.get(id)?.item,
    /** Adds the newest; its id must not be in the list. */
    add(id: string, item: Item) {
      const entry: Entry<Item> = { item, older: undefined, newer: undefined }
      entries.set(id, entry)
      append(entry)
    },
    /** Makes an existing item the newest. */
    touch(id: string) {
      const entry = entries.get(id)
      if (!entry) return
      unlink(entry)
      append(entry)
    },
    remove(id: string) {
      const entry = entries.get(id)
      if (!entry) return
      entries.delete(id)
      unlink(entry)
    },
    oldest: () => oldest?.item,
    *newestFirst() {
      for (let entry = newest; entry; entry = entry.older) yield entry.item
    },
    size: () => entries.size,
  }
}
