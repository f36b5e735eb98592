import { useState } from 'react'

/** Rows that a person has chosen, also on other pages. */
export function useChosen<Row extends { id: string }>() {
  const [byId, setById] = useState<ReadonlyMap<string, Row>>(new Map())
  const toggle = (row: Row) => {
    const next = new Map(byId)
    if (!next.delete(row.id)) next.set(row.id, row)
    setById(next)
  }
  return { rows: [...byId.values()], has: ({ id }: Row) => byId.has(id), toggle, clear: () => setById(new Map()) }
}
