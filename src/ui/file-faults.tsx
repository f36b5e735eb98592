import type { ReactNode } from 'react'
import { counted } from '#client/lib/format.ts'
import { Notice } from './notice.tsx'
import { Table } from './table.tsx'

type Fault = { line: number; column: string; message: string }

const columns = [
  { name: 'Line', cell: ({ line }: Fault) => line },
  { name: 'Column', cell: ({ column }: Fault) => <span className="mono">{column}</span> },
  { name: 'What is wrong', wraps: true, cell: ({ message }: Fault) => message },
]

type FileFaultsProps = { faults: readonly Fault[]; more?: number; children: ReactNode }

/** The faults of a file, with `more` that are not listed; `children` say what follows from them. */
export function FileFaults({ faults, more = 0, children }: FileFaultsProps) {
  const count = faults.length + more
  return (
    <>
      <Notice tone="bad" role="alert" title={`The file has ${counted(count, 'fault')}`}>
        {children}
        {more > 0 && ` The first ${faults.length} are listed.`}
      </Notice>
      <Table
        name="Faults of the file"
        isTall
        columns={columns}
        rows={faults}
        rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
      />
    </>
  )
}
