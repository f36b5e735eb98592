/** Texts that each node writes for itself and all nodes read. While Redis is down, each sees its own. None rejects. */
export type NodeMap = {
  /** Sets this node's value of a field; undefined removes it. Resolves when other nodes can see it. */
  set(field: string, value: string | undefined): Promise<void>
  valuesOf(field: string): Promise<string[]>
  entries(): Promise<[field: string, value: string][]>
  onHeartbeat(work: () => Promise<void>): void
  close(): Promise<void>
}

export function createLocalMap(): NodeMap {
  const own = new Map<string, string>()
  return {
    async set(field, value) {
      if (value === undefined) own.delete(field)
      else own.set(field, value)
    },
    valuesOf: async (field) => [own.get(field)].filter((value) => value !== undefined),
    entries: async () => [...own],
    onHeartbeat() {},
    close: async () => own.clear(),
  }
}
