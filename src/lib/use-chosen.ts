import { useState } from 'react'

/** Rows that a person has chosen, also on other pages. */
export function useChosen<Row extends { id: string }>() {
  const [byId, setById] = useState<ReadonlyMap<string, Row>>(new Map())
  const toggle = (row: Row) => {
    const next = new Map(byId)
    if (!next.delete(row.id)) next.set(row.id, row)
    setById(next)
  }
  const choose = (rows: readonly Row[]) => setById(new Map(rows.map((row) => [row.id, row])))
  return { rows: [...byId.values()], has: ({ id }: Row) => byId.has(id), toggle, choose, clear: () => choose([]) }
}
